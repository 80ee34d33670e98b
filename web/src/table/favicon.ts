/** A dot on the tab's icon when it is one's turn. */

const PLAIN = "/favicon.svg";
let dotted: Promise<string> | null = null;
let wanted = false;

export async function showDot(on: boolean): Promise<void> {
  wanted = on;
  const link = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (!link) return;
  if (on) dotted ??= withDot();
  const address = on ? await dotted! : PLAIN;
  if (on === wanted && link.getAttribute("href") !== address) link.href = address;
}

/** The icon with a dot in its corner; the plain one where it cannot be had. */
async function withDot(): Promise<string> {
  try {
    const drawing = await (await fetch(PLAIN)).text();
    const dot = '<circle cx="128" cy="46" r="36" fill="#d9782d" stroke="#fff" stroke-width="10"/></svg>';
    return `data:image/svg+xml,${encodeURIComponent(drawing.replace("</svg>", dot))}`;
  } catch {
    return PLAIN;
  }
}
