/**
 * Fingers and mouse: a piece is picked, turned, flipped and dropped in one gesture. Whatever moves with the pointer is
 * moved by its transform alone, once a frame; nothing else is drawn anew for it.
 */
import { PAGE } from "../generated";
import type { Point } from "../../boards/pointing";
import { BOBTAIL, NONE } from "../reading";
import type { Acting } from "./acting.svelte";
import { BOX_CARD, MAT, nearest, pointOf, roomFor, roomForBox } from "./lattice";

const CELLS = Array.from({ length: PAGE.cells }, (_, cell) => cell);
/** How far a pointer goes before it drags, in pixels. */
const SLACK = 7;
/** How far above a finger the piece hangs, so that it can be seen. */
const ABOVE_FINGER = 46;
/** How far two fingers twist for a turn, in degrees. */
const TWIST = 38;
/** How long a wheel rests between two turns, in milliseconds. */
const NOTCH = 90;

export type Origin =
  | { from: "heap"; breed: number; side: number; spot: number }
  | { from: "mat"; piece: number }
  | { from: "box" }
  | { from: "hand" }
  | { from: "ring"; box: number };

interface Twist {
  id: number;
  angle: number;
  turned: boolean;
}

export class Dragging {
  readonly #acting: Acting;
  /** What hangs under the pointer: a piece, or the box card; -1 if nothing does. */
  piece = $state(NONE);
  /** The piece on the mat that was tapped, for its buttons. */
  chosen = $state(NONE);
  /** The place of the heap from which the last tile was taken. */
  spot = $state(NONE);
  /** What was put down last, to see it land. */
  landed = $state(NONE);
  /** Whether the hand is a pointer's: then places need no buttons, and a tile comes to hand without drawing them. */
  isPointed = $state(false);
  /** The width of a hexagon on the mat, in pixels. */
  size = $state(60);

  mat: SVGSVGElement | null = null;
  floating: HTMLElement | null = null;
  ghost: SVGGElement | null = null;

  #rooms: number[] = [];
  #at: Point = { x: 0, y: 0 };
  #above = 0;
  #frame = 0;
  #twist: Twist | null = null;
  #wheeled = 0;
  #listening = new AbortController();

  constructor(acting: Acting) {
    this.#acting = acting;
  }

  get isDragging(): boolean {
    return this.piece >= 0;
  }

  /** Where the pointer is, for what slides from there. */
  get at(): Point {
    return this.#at;
  }

  /** A pointer went down on something: a press picks, a drag carries, a tap leaves it in the hand or turns to it. */
  begin(down: PointerEvent, origin: Origin): void {
    if (down.button !== 0 || this.isDragging || !this.#pick(origin)) return;
    this.isPointed = true;
    this.#above = down.pointerType === "mouse" ? 0 : ABOVE_FINGER;
    this.#at = { x: down.clientX, y: down.clientY };
    this.chosen = NONE;
    const listening = (this.#listening = new AbortController());
    const { signal } = listening;
    const move = (event: PointerEvent): void => {
      if (event.pointerId !== down.pointerId) return this.#twisted(event);
      const far = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) >= SLACK;
      this.#at = { x: event.clientX, y: event.clientY };
      if (!this.isDragging && far) this.#carry(origin);
      if (this.isDragging) this.#schedule();
    };
    const end = (event: PointerEvent): void => {
      if (event.pointerId !== down.pointerId) return this.#untwisted(event);
      listening.abort();
      this.#at = { x: event.clientX, y: event.clientY };
      if (!this.isDragging) {
        if (event.type === "pointerup") this.#tapped(origin);
      } else if (event.type === "pointerup") this.#drop(origin);
      else this.cancel();
    };
    addEventListener("pointermove", move, { signal });
    addEventListener("pointerup", end, { signal });
    addEventListener("pointercancel", end, { signal });
    addEventListener("pointerdown", (event) => this.#secondFinger(event), { signal, capture: true });
    addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
  }

  /** Takes what lies where the pointer went down, where a press does so; says whether there is anything to be done. */
  #pick(origin: Origin): boolean {
    if (origin.from === "ring") return this.#acting.peek(origin.box);
    if (origin.from !== "heap") return this.#acting.builds;
    if (!this.#acting.grab(origin.breed, origin.side)) return false;
    this.spot = origin.spot;
    return true;
  }

  #carry(origin: Origin): void {
    if (origin.from === "mat") this.#acting.lift(origin.piece);
    if (origin.from === "ring" && !this.#acting.keep()) return;
    const piece = origin.from === "box" ? BOX_CARD : this.#acting.held;
    if (piece < 0) return;
    this.piece = piece;
    this.measure();
    this.look();
  }

  #tapped(origin: Origin): void {
    if (origin.from === "hand") this.#acting.flip(this.#acting.held);
    else if (origin.from === "box") this.#acting.flipBox();
    else if (origin.from === "mat") this.chosen = origin.piece;
  }

  #drop(origin: Origin): void {
    // where the pointer is now: a quick hand is further than the last frame that was drawn
    const [piece, target] = [this.piece, this.#meant()];
    const under = document.elementFromPoint(this.#at.x, this.#at.y);
    this.cancel();
    if (target >= 0 && piece === BOX_CARD) this.#acting.moveBox(target);
    else if (target >= 0) {
      this.landed = piece;
      this.#acting.put(target);
    } else if (under && this.mat?.contains(under)) this.#acting.noRoom(piece, this.cellAt(this.#at));
    else if (piece === BOX_CARD) return;
    else if (!under?.closest("[data-keeps]") || (origin.from === "heap" && under.closest("[data-heap]")))
      this.#acting.giveBack(piece);
  }

  /** Lets go of what hangs under the pointer; it stays in the hand. */
  cancel(): void {
    this.#listening.abort();
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#twist = null;
    this.piece = NONE;
    this.#aim(NONE);
  }

  // ---------------------------------------------------------------- turning while it hangs

  #secondFinger(event: PointerEvent): void {
    if (this.#acting.held < 0 || this.#twist) return;
    event.stopPropagation();
    event.preventDefault();
    this.#twist = { id: event.pointerId, angle: this.#angle(event), turned: false };
  }

  #twisted(event: PointerEvent): void {
    const twist = this.#twist;
    if (!twist || twist.id !== event.pointerId) return;
    const by = ((this.#angle(event) - twist.angle + 540) % 360) - 180;
    if (Math.abs(by) < TWIST) return;
    twist.angle = this.#angle(event);
    twist.turned = true;
    this.turn(by > 0 ? "right" : "left");
  }

  #untwisted(event: PointerEvent): void {
    if (this.#twist?.id !== event.pointerId) return;
    const { turned } = this.#twist;
    this.#twist = null;
    if (!turned && event.type === "pointerup") this.turn("right");
  }

  #angle({ clientX, clientY }: PointerEvent): number {
    return (Math.atan2(clientY - this.#at.y, clientX - this.#at.x) * 180) / Math.PI;
  }

  /** A wheel turns what is in the hand. */
  wheel(event: WheelEvent): void {
    if (this.#acting.held < 0 || !this.#acting.builds) return;
    event.preventDefault();
    if (event.timeStamp - this.#wheeled < NOTCH || Math.abs(event.deltaY) < 1) return;
    this.#wheeled = event.timeStamp;
    this.turn(event.deltaY > 0 ? "right" : "left");
  }

  turn(way: "left" | "right"): void {
    this.#acting.turn(this.#acting.held >= 0 ? this.#acting.held : this.chosen, way);
    this.look();
  }

  // ---------------------------------------------------------------- where it would lie

  /** Looks how large pieces are on the mat, for those that leave it. */
  measure(): void {
    if (this.mat) this.size = (this.mat.getBoundingClientRect().width / MAT.width) * 200;
  }

  /** Looks again where what is in the hand would find room. */
  look(): void {
    const { seat, ahead, held } = this.#acting;
    if (seat === null) return;
    if (this.piece === BOX_CARD) this.#rooms = roomForBox(ahead, seat);
    else this.#rooms = held < 0 ? [] : roomFor(ahead, seat, held, ahead.rot[seat]![held]!);
    this.#aim(NONE);
    if (this.isDragging) this.#schedule();
  }

  /** A point of the page in units of the mat. */
  onMat({ x, y }: Point): Point {
    const { left, top, width } = this.mat!.getBoundingClientRect();
    const scale = MAT.width / width;
    return { x: MAT.x + (x - left) * scale, y: MAT.y + (y - top) * scale };
  }

  /** A place of the mat on the page. */
  onPage(place: number): Point {
    const { left, top, width } = this.mat!.getBoundingClientRect();
    const { x, y } = pointOf(place);
    const scale = width / MAT.width;
    return { x: left + (x - MAT.x) * scale, y: top + (y - MAT.y) * scale };
  }

  /** The cell of the mat at a point of the page. */
  cellAt(point: Point): number {
    return nearest(CELLS, this.onMat(point));
  }

  /** Puts what is in the hand down at a point of the page, if there is room. */
  layDown(point: Point): void {
    this.look();
    const place = nearest(this.#rooms, this.onMat(point));
    if (place < 0) return this.#acting.noRoom(this.#acting.held, this.cellAt(point));
    this.landed = this.#acting.held;
    this.#acting.put(place);
  }

  /** The mouse is over the mat while something waits in the hand: show where it would lie. */
  hover(event: PointerEvent | null): void {
    if (this.isDragging || this.#acting.held < 0 || event?.pointerType !== "mouse") return this.#aim(NONE);
    if (!this.#rooms.length) this.look();
    this.#aim(nearest(this.#rooms, this.onMat({ x: event.clientX, y: event.clientY })));
  }

  #schedule(): void {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      if (!this.isDragging) return;
      const { x, y } = this.#tip();
      if (this.floating) this.floating.style.transform = `translate3d(${x}px, ${y}px, 0)`;
      if (this.mat) this.#aim(this.#meant());
    });
  }

  /** Where what hangs under the pointer is. */
  #tip(): Point {
    return { x: this.#at.x, y: this.#at.y - this.#above };
  }

  /** The place on which it would come to lie. */
  #meant(): number {
    return this.mat ? nearest(this.#rooms, this.onMat(this.#tip())) : NONE;
  }

  #aim(place: number): void {
    if (!this.ghost) return;
    if (place < 0) return void (this.ghost.style.opacity = "0");
    const { x, y } = pointOf(place);
    const { held } = this.#acting;
    const rot = held === BOBTAIL && this.piece !== BOX_CARD ? this.#acting.lookOf(held).rot : 0;
    this.ghost.setAttribute("transform", `translate(${x} ${y}) rotate(${60 * rot})`);
    this.ghost.style.opacity = "1";
  }
}
