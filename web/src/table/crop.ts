/** Which part of a drawing is shown in a window that is smaller than it. Draws nothing. */

export interface Size {
  width: number;
  height: number;
}

export interface Part extends Size {
  x: number;
  y: number;
}

/**
 * By how much a drawing is moved so that its marks lie in the middle of the window, or without any its own middle. It always
 * fills the window where it is large enough, and lies in its middle where it is not.
 */
export function cropOf(window: Size, drawing: Size, marks: Part[]): { x: number; y: number } {
  const shift = (room: number, size: number, ends: [number, number][]): number => {
    if (size <= room) return (room - size) / 2;
    const [from, to] = ends.length
      ? [Math.min(...ends.map(([low]) => low)), Math.max(...ends.map(([, high]) => high))]
      : [0, size];
    return Math.min(0, Math.max(room - size, room / 2 - (from + to) / 2));
  };
  return {
    x: shift(
      window.width,
      drawing.width,
      marks.map(({ x, width }) => [x, x + width]),
    ),
    y: shift(
      window.height,
      drawing.height,
      marks.map(({ y, height }) => [y, y + height]),
    ),
  };
}
