/**
 * Measures what is on the page as a person has it on the screen: lettering, targets, what is cut off, words over words,
 * what lies under the dock or under buttons, and the board's box. Runs in the page; hands numbers back, judges nothing but whether something can be seen or hit.
 */
({ least, showsAll }) => {
  const LETTERS = /[\p{L}\p{N}]/u;
  const TARGETS = "button, a[href], select, textarea, summary, input, [role=button], [role=tab], [role=radio], [role=switch]";
  const board = document.querySelector("[aria-label=Board]");
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const found = { texts: [], targets: [], cut: [], over: [], out: [], covered: [], board: null, page: null, status: null };

  // ---------------------------------------------------------------- geometry

  const round = (number) => Math.round(number * 10) / 10;
  const boxOf = ({ left, top, right, bottom }) => ({ left, top, right, bottom });
  const shared = (one, other) => ({
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  });
  const area = ({ left, top, right, bottom }) => Math.max(0, right - left) * Math.max(0, bottom - top);
  const isIn = (inner, outer, slack = 1) =>
    inner.left >= outer.left - slack &&
    inner.top >= outer.top - slack &&
    inner.right <= outer.right + slack &&
    inner.bottom <= outer.bottom + slack;
  const parentOf = (element) => element.assignedSlot ?? element.parentElement ?? element.getRootNode().host ?? null;

  /** How much larger something is drawn than its own measures say. */
  function scaleOf(element) {
    let scale = 1;
    for (let each = element; each; each = parentOf(each)) {
      if (each instanceof SVGGraphicsElement) {
        const { a, b, c, d } = each.getScreenCTM() ?? new DOMMatrix();
        return scale * Math.sqrt(Math.abs(a * d - b * c));
      }
      const { transform, zoom } = getComputedStyle(each);
      if (transform !== "none") {
        const { a, b, c, d } = new DOMMatrix(transform);
        scale *= Math.sqrt(Math.abs(a * d - b * c));
      }
      scale *= Number(zoom) || 1;
    }
    return scale;
  }

  /** What of an element's surroundings can be seen, and whether the rest can be scrolled to. */
  function windowOf(element) {
    let seen = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
    let scrolls = false;
    for (let each = parentOf(element); each && each !== document.body; each = parentOf(each)) {
      const style = getComputedStyle(each);
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      if (each instanceof SVGElement && !(each instanceof SVGSVGElement)) continue;
      if (/auto|scroll/.test(style.overflowX + style.overflowY)) scrolls = true;
      const box = each.getBoundingClientRect();
      const all = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
      const across = style.overflowX === "visible" ? all : box;
      const down = style.overflowY === "visible" ? all : box;
      seen = shared(seen, { left: across.left, right: across.right, top: down.top, bottom: down.bottom });
    }
    return { seen, scrolls };
  }

  const EVERYWHERE = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
  /** The beginning of a line that a press shows whole, such as the last one of the log. */
  function isOpened(element) {
    const isShort = getComputedStyle(element).textOverflow === "ellipsis";
    return isShort && element.closest("button[aria-expanded]") !== null;
  }

  function isShown(element) {
    return element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });
  }

  const canScroll = document.documentElement.scrollHeight > innerHeight + 1;
  /** What is asked of many elements again and again while nothing changes. */
  const remembered = (ask, known = new Map()) => (element) => {
    if (!known.has(element)) known.set(element, ask(element));
    return known.get(element);
  };
  /** Whether something stays at its place on the screen when the page is scrolled. */
  const isHeld = remembered((element) => {
    for (let each = element; each; each = parentOf(each))
      if (/sticky|fixed/.test(getComputedStyle(each).position)) return true;
    return false;
  });

  /** Something for screen readers alone has a window of a pixel. */
  function isForListeners(element) {
    for (let each = element; each && each !== document.body; each = parentOf(each)) {
      const { position, clipPath, width, height } = getComputedStyle(each);
      const isSmall = parseFloat(width) <= 2 && parseFloat(height) <= 2;
      if (position === "absolute" && (isSmall || clipPath === "inset(50%)")) return true;
    }
    return false;
  }

  function nameOf(element) {
    const role = element.getAttribute("role");
    const said = element.getAttribute("aria-label") ?? element.textContent;
    const words = (said ?? "").trim().replace(/\s+/g, " ").slice(0, 40);
    const kind = role ?? element.localName;
    const place = element.closest("[class]");
    const style = (place?.getAttribute("class") ?? "").split(" ").filter((each) => !each.startsWith("svelte-"));
    return `${kind}${style[0] ? `.${style[0]}` : ""} "${words}"`;
  }

  // ---------------------------------------------------------------- lettering

  /** Every piece of lettering that can be seen now, with the boxes of its lines. */
  function* lettering() {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const element = node.parentElement;
      if (!LETTERS.test(node.data) || element.closest("script, style, title, desc, option, defs, symbol")) continue;
      if (!isShown(element) || isForListeners(element) || isInPicture(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const boxes = [...range.getClientRects()].map(boxOf).filter((box) => area(box) > 1);
      if (boxes.length) yield { element, words: node.data, size: sizeOf(element), boxes };
    }
    for (const use of document.querySelectorAll("use")) {
      const drawn = document.querySelector(use.getAttribute("href") ?? "nothing");
      const inside = drawn?.querySelectorAll("text") ?? [];
      if (!inside.length || !isShown(use) || use.closest("defs, symbol") || isIcon(use)) continue;
      // a symbol is fitted into the box of its use
      const view = drawn.viewBox?.baseVal;
      const fit = view?.width && use.width.baseVal.value ? use.width.baseVal.value / view.width : 1;
      for (const text of inside) {
        if (!LETTERS.test(text.textContent)) continue;
        const size = parseFloat(text.getAttribute("font-size") ?? getComputedStyle(text).fontSize);
        yield { element: use, words: text.textContent, size: size * fit * scaleOf(use), boxes: [] };
      }
    }
  }

  /** A whole board drawn small, to look at and to press, is a picture: nobody reads it. */
  function isInPicture(element) {
    return element.closest("button [inert]") !== null;
  }

  /** A picture as small as a letter stands for a thing; nobody reads what is drawn on it. */
  function isIcon(use) {
    const { width, height } = use.getBoundingClientRect();
    return Math.max(width, height) < 32;
  }

  function sizeOf(element) {
    return parseFloat(getComputedStyle(element).fontSize) * scaleOf(element);
  }

  const lines = [];
  for (const { element, words, size, boxes } of lettering()) {
    const { seen, scrolls } = isOpened(element) ? { seen: EVERYWHERE, scrolls: true } : windowOf(element);
    const visible = boxes.filter((box) => area(shared(box, seen)) > 0);
    if (boxes.length && !visible.length && !scrolls) {
      // drawn beyond the edge of what holds it: whoever looks does not see it at all
      if (!element.closest("[aria-hidden=true]") || board?.contains(element))
        found.cut.push(`${nameOf(element)} is wholly hidden`);
      continue;
    }
    if (boxes.length && !visible.length) continue;
    const said = words.trim().replace(/\s+/g, " ").slice(0, 40);
    found.texts.push({ words: said, size: round(size), onBoard: board?.contains(element) ?? false, name: nameOf(element) });
    for (const box of visible) {
      // glyphs are lower than their line
      const slack = 0.3 * (box.bottom - box.top) + 1;
      if (!scrolls && !isIn(box, seen, slack)) found.cut.push(`${nameOf(element)} is cut by what holds it`);
      if (box.left < -1 || box.right > innerWidth + 1) {
        if (!scrolls) found.cut.push(`${nameOf(element)} is beyond the side of the screen`);
      }
      const middle = (box.bottom - box.top) * 0.24;
      lines.push({ element, said, box: { ...box, top: box.top + middle, bottom: box.bottom - middle }, seen });
    }
  }
  for (const element of document.querySelectorAll("body *")) {
    if (!(element instanceof HTMLElement) || !isShown(element) || isForListeners(element)) continue;
    const { overflowX, overflowY, display } = getComputedStyle(element);
    const hides = (overflow) => overflow === "hidden" || overflow === "clip";
    const hasWords = [...element.childNodes].some((node) => node.nodeType === 3 && LETTERS.test(node.data));
    if (!hasWords || display === "inline" || isOpened(element)) continue;
    if (hides(overflowX) && element.scrollWidth > element.clientWidth + 1) found.cut.push(`${nameOf(element)} does not fit`);
    else if (hides(overflowY) && element.scrollHeight > element.clientHeight + 3)
      found.cut.push(`${nameOf(element)} is too high`);
  }

  if (showsAll) {
    for (const picture of document.querySelectorAll("body svg, body img")) {
      if (board?.contains(picture) || picture.parentElement.closest("svg") || !isShown(picture)) continue;
      const box = picture.getBoundingClientRect();
      const { seen } = windowOf(picture);
      const lost = Math.max(seen.left - box.left, box.right - seen.right, 0);
      if (area(box) > 60 && lost > 2 && !isForListeners(picture))
        found.cut.push(`${Math.round(lost)} px of a picture in ${nameOf(picture.parentElement)}`);
    }
    for (const element of document.querySelectorAll("body *")) {
      const { overflowY } = getComputedStyle(element);
      if (!/auto|scroll/.test(overflowY) || !isShown(element) || element.closest("[role=log]")) continue;
      const hidden = element.scrollHeight - element.clientHeight;
      if (hidden > 4) found.cut.push(`${hidden} px of ${nameOf(element)}, which has to be scrolled`);
    }
  }

  // ---------------------------------------------------------------- words over words

  /** Whether both of two things can be seen at a point: nothing that is filled lies over either. */
  function areSeen(one, other, x, y) {
    const left = new Set([one, other]);
    for (const each of document.elementsFromPoint(x, y)) {
      for (const element of left) if (each.contains(element) || element.contains(each)) left.delete(element);
      if (left.size === 0) return true;
      if (isFilled(each)) return false;
    }
    return true;
  }
  function isFilled(element) {
    const { backgroundColor } = getComputedStyle(element);
    const [, , , opacity = "1"] = backgroundColor.match(/[\d.]+/g) ?? [];
    return element instanceof HTMLElement && Number(opacity) > 0.9;
  }
  for (const [number, one] of lines.entries()) {
    for (const other of lines.slice(number + 1)) {
      if (one.element === other.element) continue;
      const both = shared(shared(one.box, one.seen), shared(other.box, other.seen));
      if (area(both) < 0.12 * Math.min(area(one.box), area(other.box)) || area(both) < 4) continue;
      if (canScroll && isHeld(one.element) !== isHeld(other.element)) continue;
      const [x, y] = [(both.left + both.right) / 2, (both.top + both.bottom) / 2];
      if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) continue;
      if (areSeen(one.element, other.element, x, y)) found.over.push(`"${one.said}" and "${other.said}"`);
    }
  }

  // ---------------------------------------------------------------- targets

  /** What is pressed instead of an input that is not drawn. */
  function pressed(element) {
    const { opacity, appearance } = getComputedStyle(element);
    const isDrawn = Number(opacity) > 0 && !isForListeners(element) && element.getBoundingClientRect().width > 4;
    return element.localName === "input" && (!isDrawn || appearance === "none") ? (element.closest("label") ?? element.labels?.[0] ?? element) : element;
  }
  function isInRunningText(element) {
    if (element.localName !== "a" && element.localName !== "button") return false;
    if (getComputedStyle(element).display !== "inline") return false;
    return [...element.parentElement.childNodes].some((node) => node.nodeType === 3 && LETTERS.test(node.data));
  }
  const belongs = (hit, target) => hit !== null && (target.contains(hit) || hit.closest("label")?.control === target || (target.localName === "label" && hit === target.control));
  const at = (x, y) => document.elementFromPoint(x, y);

  const STRIDE = 4;
  /** How far a target reaches from a point in a direction, up to what is asked for: in strides, the last one in steps. */
  function reach(target, x, y, right, down, most) {
    const isThere = (far) => belongs(at(x + right * far, y + down * far), target);
    let far = 0;
    while (far + STRIDE <= most && isThere(far + STRIDE)) far += STRIDE;
    while (far < most && isThere(far + 1)) far += 1;
    return far;
  }
  function roomAt(target, x, y) {
    if (!belongs(at(x, y), target)) return { width: 0, height: 0 };
    const across = (right, down) => {
      const back = reach(target, x, y, -right, -down, least);
      return back + reach(target, x, y, right, down, least - back) + 1;
    };
    return { width: across(1, 0), height: across(0, 1) };
  }
  const smaller = ({ width, height }) => Math.min(width, height);

  /** The room for a finger: at the middle, or beside it where a shape has a waist there or something lies on it. */
  function roomFor(target, { left, top, width, height }) {
    const shares = [0.5, 0.25, 0.75];
    let best = { width: 0, height: 0 };
    for (const across of width > 30 ? shares : [0.5]) {
      for (const down of height > 30 ? shares : [0.5]) {
        const room = roomAt(target, left + across * width, top + down * height);
        if (smaller(room) > smaller(best)) best = room;
        if (smaller(best) >= least) return best;
      }
    }
    return best;
  }
  /** A link that breaks into lines is pressed on one of them. */
  function mainBoxOf(target) {
    const boxes = [...target.getClientRects()].sort((one, other) => area(other) - area(one));
    return getComputedStyle(target).display === "inline" && boxes.length ? boxes[0] : target.getBoundingClientRect();
  }
  const pressable = new Map();
  for (const each of document.querySelectorAll(TARGETS)) {
    const target = pressed(each);
    const isToSee = isShown(target) && !isForListeners(target) && getComputedStyle(target).pointerEvents !== "none";
    if (!isToSee || isInRunningText(target) || each.matches(":disabled") || target.closest("[inert]")) continue;
    // the log is read like prose; with a mouse its links are as high as its lines
    if (least < 44 && target.closest("[role=log]")) continue;
    if (area(target.getBoundingClientRect()) > 1) pressable.set(target, each);
  }
  const home = { x: scrollX, y: scrollY };
  for (const target of pressable.keys()) {
    let box = mainBoxOf(target);
    const { seen } = windowOf(target);
    const isWhole = area(shared(box, seen)) >= 0.9 * area(box);
    const isToAct = target.closest("main") !== null && !target.closest("[role=log]");
    const name = nameOf(target);
    if (isToAct && !(isWhole && isIn(box, screen)))
      found.out.push(`${name} at ${Math.round(box.left)}, ${Math.round(box.top)}`);
    if (!isIn(box, shared(screen, seen))) {
      target.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      box = mainBoxOf(target);
    }
    let room = roomFor(target, box);
    if (smaller(room) < least && canScroll) {
      // what is held at the edge of the screen may lie over it until one scrolls
      target.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      box = mainBoxOf(target);
      room = roomFor(target, box);
    }
    const covering = at((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    const other = covering?.closest(TARGETS);
    // a piece may lie on something that could be pressed if it did not
    const isUnderPiece = smaller(room) === 0 && board?.contains(target) && other && board.contains(other);
    if (!isUnderPiece) {
      const covered = smaller(room) === 0 ? (covering ? nameOf(covering) : "the edge of the screen") : null;
      const said = (target.getAttribute("aria-label") ?? target.textContent).trim().replace(/\s+/g, " ");
      const [onBoard, isCell] = [board?.contains(target) ?? false, target.matches("[data-cell]")];
      found.targets.push({ name, said, onBoard, isCell, ...room, covered });
    }
    scrollTo({ left: home.x, top: home.y, behavior: "instant" });
  }
  const drawnBoxOf = remembered((target) => shared(mainBoxOf(target), windowOf(target).seen));
  const flat = [...pressable.keys()].filter((target) => target instanceof HTMLElement && !target.closest("svg"));
  for (const [number, one] of flat.entries()) {
    for (const other of flat.slice(number + 1)) {
      const both = shared(drawnBoxOf(one), drawnBoxOf(other));
      if (area(both) < 4 || Math.min(both.right - both.left, both.bottom - both.top) < 1.5) continue;
      if (one.contains(other) || other.contains(one) || (canScroll && isHeld(one) !== isHeld(other))) continue;
      const [x, y] = [(both.left + both.right) / 2, (both.top + both.bottom) / 2];
      if (belongs(at(x, y), one) || belongs(at(x, y), other)) found.over.push(`${nameOf(one)} and ${nameOf(other)}`);
    }
  }

  // ---------------------------------------------------------------- what lies under something that stays in sight

  /** How much of a box lies under another one, or below the screen, across the shorter way; pixels. */
  const under = (box, other) => {
    const both = shared(box, other);
    return Math.min(both.right - both.left, both.bottom - both.top);
  };
  /** Everything around the board that is not one of the boxes it lies in. */
  function* around(inner) {
    const frame = inner.closest("main")?.parentElement;
    for (let each = inner; each && each !== frame; each = each.parentElement)
      for (const other of each.parentElement.children) if (other !== each) yield other;
  }
  if (board?.closest("main")) {
    const box = board.getBoundingClientRect();
    const place = board.parentElement;
    for (const other of around(place)) {
      const lost = isShown(other) && !isForListeners(other) ? under(box, other.getBoundingClientRect()) : 0;
      if (lost > 1) found.covered.push(`${Math.round(lost)} px of the board, under ${nameOf(other)}`);
    }
    if (box.bottom > innerHeight + 1) found.covered.push(`${Math.round(box.bottom - innerHeight)} px of the board, below the screen`);
  }
  const next = document.querySelector("[aria-label='What next']");
  for (const row of next ? document.querySelectorAll("[aria-label=Result] tbody tr") : []) {
    const box = row.getBoundingClientRect();
    const end = Math.min(innerHeight, next.getBoundingClientRect().top);
    if (box.bottom > end + 1) found.covered.push(`${Math.round(box.bottom - end)} px of ${nameOf(row)}, under what comes next`);
  }

  // ---------------------------------------------------------------- the board, the page, the sentence of the turn

  const drawn = [...(board?.querySelectorAll("svg") ?? [])].map((svg) => {
    const { width, height } = svg.getBoundingClientRect();
    const view = svg.viewBox.baseVal;
    const scale = view?.width ? Math.min(width / view.width, height / view.height) : 1;
    return view?.width ? { width: view.width * scale, height: view.height * scale } : { width, height };
  });
  const largest = drawn.sort((one, other) => other.width * other.height - one.width * one.height)[0];
  const place = board?.getBoundingClientRect();
  found.board = {
    width: round(place?.width ?? 0),
    height: round(place?.height ?? 0),
    drawnWidth: round(largest?.width ?? 0),
    drawnHeight: round(largest?.height ?? 0),
  };
  const { scrollWidth, scrollHeight } = document.documentElement;
  found.page = { width: scrollWidth, height: scrollHeight };
  const sentence = document.querySelector("main h1");
  const line = sentence?.getBoundingClientRect();
  // a board that has the whole screen says it itself, and the sentence is there for those who listen
  const isSaid = sentence && (isForListeners(sentence) || (area(line) > 1 && isIn(shared(line, windowOf(sentence).seen), screen)));
  found.status = { words: sentence?.textContent.trim() ?? "", isInSight: !!isSaid };
  for (const list of ["cut", "over", "out", "covered"]) found[list] = [...new Set(found[list])];
  return found;
};
