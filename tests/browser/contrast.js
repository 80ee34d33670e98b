/**
 * Measures how much lettering that is drawn stands out from what it is drawn on, where that is one plain shape. Runs in the
 * page; hands back each such text with its size and its contrast.
 */
() => {
  // what lets presses through is seen as well
  const clear = new CSSStyleSheet();
  clear.replaceSync("svg, svg * { pointer-events: auto !important }");
  document.adoptedStyleSheets.push(clear);

  /** Red, green, blue and opacity; null for a pattern or nothing. */
  function paintOf(value, opacity) {
    // what is mixed is told in shares
    const scale = value.startsWith("color(srgb ") ? 255 : 1;
    if (scale === 1 && !value.startsWith("rgb")) return null;
    const [red, green, blue, share = 1] = value.match(/[\d.]+/g).map(Number);
    return [red * scale, green * scale, blue * scale, share * opacity];
  }
  const over = ([r, g, b, share], ground) => [r, g, b].map((part, at) => part * share + ground[at] * (1 - share));
  const luminance = (colour) => {
    const [r, g, b] = colour.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (high + 0.05) / (low + 0.05);
  };
  function opacityOf(element) {
    let opacity = 1;
    for (let each = element; each; each = each.parentElement) opacity *= Number(getComputedStyle(each).opacity);
    return opacity;
  }

  /** The plain colour that lies below a text at a point; null where it is not one. */
  function groundAt(text, x, y) {
    for (const each of document.elementsFromPoint(x, y)) {
      if (each instanceof SVGElement && (text.contains(each) || each.contains(text))) continue;
      const style = getComputedStyle(each);
      if (each instanceof SVGTextElement || each instanceof SVGImageElement || each instanceof SVGUseElement) return null;
      if (each instanceof SVGGeometryElement) {
        if (style.fill === "none") return null;
        const paint = paintOf(style.fill, Number(style.fillOpacity) * opacityOf(each));
        if (paint?.[3] === 0) continue;
        return paint && paint[3] > 0.98 ? paint.slice(0, 3) : null;
      }
      if (each instanceof SVGElement && style.backgroundColor === "rgba(0, 0, 0, 0)") continue;
      if (style.backgroundImage !== "none") return null;
      const paint = paintOf(style.backgroundColor, 1);
      if (!paint || paint[3] === 0) continue;
      return paint[3] > 0.98 ? paint.slice(0, 3) : null;
    }
    return null;
  }

  const found = [];
  for (const text of document.querySelectorAll("svg text")) {
    const words = text.textContent.trim();
    const isSeen = text.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    if (!/[\p{L}\p{N}]/u.test(words) || !isSeen || text.closest("defs, symbol, [inert]")) continue;
    const { left, right, top, bottom } = text.getBoundingClientRect();
    const style = getComputedStyle(text);
    const paint = paintOf(style.fill, Number(style.fillOpacity) * opacityOf(text));
    // letters with an edge of their own are read against that
    if (!paint || style.stroke !== "none") continue;
    const points = [0.1, 0.5, 0.9].flatMap((across) =>
      [0.3, 0.7].map((down) => [left + across * (right - left), top + down * (bottom - top)]),
    );
    const grounds = points.map(([x, y]) => groundAt(text, x, y));
    if (grounds.some((ground) => String(ground) !== String(grounds[0])) || !grounds[0]) continue;
    const { a, b, c, d } = text.getScreenCTM();
    const size = parseFloat(style.fontSize) * Math.sqrt(Math.abs(a * d - b * c));
    found.push({ words, size, contrast: contrast(over(paint, grounds[0]), grounds[0]) });
  }
  document.adoptedStyleSheets.pop();
  return found;
};
