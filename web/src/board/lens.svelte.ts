/** How near the board is looked at, and where: pan, zoom and pinch, never at more of the bare desk than there must be. */
import Panzoom, { type PanzoomObject } from "@panzoom/panzoom";
import { ends, median, type Point } from "./geometry";
import type { Spot } from "./pointing.svelte";
import type { Board, Space } from "../shared/types";

/** Nobody needs a hex wider than so many pixels. */
const WIDEST = 400;
/** A length without the dust of arithmetic: a map that has not moved says so. */
const px = (length: number) => `${Math.round(length * 1000) / 1000 || 0}px`;
/** So near to the edge of the frame nothing counts as seen. */
const EDGE = 50;

/** What somebody chose to look at: the place in the middle, and how wide a hex is; null is the whole map. */
export type Chosen = { x: number; y: number; hex: number } | null;

export class Lens {
  scale = $state(1);
  /** How many pixels one hex is wide. */
  hexPixels = $state(30);
  private frame!: HTMLElement;
  private zoom: PanzoomObject | null = null;
  /** What `whole` was when the map was last fitted into its frame. */
  private known = 0;

  constructor(
    private readonly board: () => Board,
    private readonly margin: () => number,
    /** What was looked at on each board: who comes back to one sees it as it was left. */
    private readonly memory: () => Map<string, Chosen>,
  ) {}
  private get chosen(): Chosen {
    return this.memory().get(this.board().id) ?? null;
  }
  private set chosen(chosen: Chosen) {
    this.memory().set(this.board().id, chosen);
  }

  /** How many pixels one hex would be wide if the whole map were shown: changes with the room that the map has. */
  private whole(): number {
    const [board, margin] = [this.board(), this.margin()];
    return Math.min(
      this.frame.clientWidth / (board.width + 2 * margin),
      this.frame.clientHeight / (board.height + 2 * margin),
    );
  }
  private get near(): number {
    return this.zoom?.getScale() ?? 1;
  }
  private pixels(): number {
    return this.whole() * this.near;
  }
  private measure = () => {
    this.scale = this.near;
    this.hexPixels = this.pixels();
  };
  /** When the window takes or gives room, a map that was zoomed keeps its size and its middle. */
  private steady = () => {
    if (!this.zoom || !this.whole()) return;
    this.zoom.setOptions({ maxScale: Math.max(1, WIDEST / this.whole()) });
    this.known = this.whole();
    if (this.chosen) this.aim(this.chosen);
    this.measure();
  };
  /** The frame may have another size already of which nobody has told yet: what is looked at stays as it was. */
  private catchUp() {
    if (Math.abs(this.whole() - this.known) > 0.01) this.steady();
  }
  private aim({ x, y, hex }: { x: number; y: number; hex: number }) {
    this.zoom!.zoom(hex / this.whole(), { animate: false });
    this.zoom!.pan(...this.panTo(x, y, this.near), { animate: false });
  }
  /** The middle nearest to the wanted one that shows no more of the desk than it must. */
  private within(wanted: number, length: number, window: number): number {
    const margin = this.margin();
    if (window > length + 2 * margin) return length / 2;
    return Math.max(window / 2 - margin, Math.min(length + margin - window / 2, wanted));
  }
  /** How far the sheet is moved to have this place in the middle, or as near to it as the edge of the map lets it. */
  private panTo(x: number, y: number, near: number): Point {
    const { width, height } = this.board();
    const one = this.whole();
    const windows = [this.frame.clientWidth / (one * near), this.frame.clientHeight / (one * near)] as const;
    return [
      (width / 2 - this.within(x, width, windows[0])) * one,
      (height / 2 - this.within(y, height, windows[1])) * one,
    ];
  }
  /** The same for a sheet that somebody moved: back to where it shows no more of the desk than it must. */
  private kept(x: number, y: number, near: number): Point {
    const { width, height } = this.board();
    const one = this.whole();
    return one ? this.panTo(width / 2 - x / one, height / 2 - y / one, near) : [x, y];
  }
  /** Somebody has zoomed or moved the map. */
  private settle = () => {
    const one = this.whole();
    if (!one || !this.zoom) return;
    const { width, height } = this.board();
    const { x, y } = this.zoom.getPan();
    const [across, down] = this.kept(x, y, this.near);
    this.zoom.pan(across, down, { animate: false });
    const middle = { x: width / 2 - across / one, y: height / 2 - down / one, hex: this.pixels() };
    this.chosen = this.near > 1 ? middle : null;
    this.measure();
  };

  /** Takes hold of the sheet in its frame; what comes back lets go of it. */
  hold(frame: HTMLElement, sheet: SVGSVGElement): () => void {
    this.frame = frame;
    const zoom = Panzoom(sheet as unknown as HTMLElement, {
      minScale: 1,
      step: 0.3,
      canvas: true,
      cursor: "default",
      touchAction: "none",
      // While a finger drags, the sheet stops at its edge; it is let go where it is seen.
      setTransform: (_, { x, y, scale: near }) => {
        const [across, down] = this.kept(x, y, near);
        sheet.style.transform = `scale(${near}) translate(${px(across)}, ${px(down)})`;
      },
    });
    this.zoom = zoom;
    const turn = (event: WheelEvent) => {
      this.catchUp();
      zoom.zoomWithWheel(event);
      this.settle();
    };
    frame.addEventListener("wheel", turn, { passive: false });
    sheet.addEventListener("panzoomchange", this.measure);
    sheet.addEventListener("panzoomend", this.settle);
    const watch = new ResizeObserver(this.steady);
    watch.observe(frame);
    this.steady();
    // Panzoom goes to its start a moment after it was made; what was chosen meanwhile stands.
    const started = setTimeout(this.steady);
    return () => {
      clearTimeout(started);
      frame.removeEventListener("wheel", turn);
      watch.disconnect();
      zoom.destroy();
    };
  }
  /** Where a point of the board is on the screen, and which point of the board is there. */
  whereIs(point: { x: number; y: number }): Spot {
    const box = this.frame.getBoundingClientRect();
    const { x, y } = this.zoom?.getPan() ?? { x: 0, y: 0 };
    const { width, height } = this.board();
    const one = this.pixels();
    return {
      x: box.left + box.width / 2 + (point.x - width / 2) * one + x * this.near,
      y: box.top + box.height / 2 + (point.y - height / 2) * one + y * this.near,
      touch: false,
    };
  }
  whatIsAt(x: number, y: number): Point {
    const corner = this.whereIs({ x: 0, y: 0 });
    return [(x - corner.x) / this.pixels(), (y - corner.y) / this.pixels()];
  }
  fit() {
    this.zoom?.reset({ animate: false });
    this.chosen = null;
    this.measure();
  }
  zoomBy(factor: number) {
    this.catchUp();
    this.zoom?.zoom(this.near * factor, { animate: false });
    this.settle();
  }
  /** Brings a space to the middle, near enough to read. */
  show(space: Space, least: number) {
    if (!this.zoom || !this.whole()) return;
    this.catchUp();
    if (this.pixels() < least) this.zoom.zoom(least / this.whole(), { animate: false });
    this.zoom.pan(...this.panTo(space.x, space.y, this.near), { animate: false });
    this.settle();
    // The page may still be finding its size: what is wanted is the space, not the nearest that fits now.
    if (this.chosen || least) this.chosen = { x: space.x, y: space.y, hex: Math.max(least, this.pixels()) };
  }
  /** Comes near enough to read, with what is meant in the middle: all of it if it fits, else where most of it lies. */
  comeTo(places: readonly Space[], least: number) {
    if (!places.length || !this.zoom || !this.whole()) return;
    const points = places.flatMap((place): Point[] =>
      place.outline?.length ? place.outline : [[place.x, place.y]],
    );
    const [left, right] = ends(points.map((point) => point[0]));
    const [top, bottom] = ends(points.map((point) => point[1]));
    const room = Math.min(
      this.frame.clientWidth / (right - left + 0.5),
      this.frame.clientHeight / (bottom - top + 0.5),
    );
    const [x, y] =
      room >= least
        ? [(left + right) / 2, (top + bottom) / 2]
        : [median(places.map((place) => place.x)), median(places.map((place) => place.y))];
    this.chosen = { x, y, hex: Math.max(least, Math.min(room, least * 1.5)) };
    this.aim(this.chosen);
    this.measure();
  }
  /** Where the board ends below for who looks at it: on a phone the question lies over its foot. */
  private foot(box: DOMRect): number {
    const sheet = document.querySelector(".ask")?.getBoundingClientRect();
    return sheet && sheet.left < box.right ? Math.min(box.bottom, sheet.top) : box.bottom;
  }
  sees(space: Space): boolean {
    const at = this.whereIs(space);
    const box = this.frame.getBoundingClientRect();
    return (
      at.x > box.left + EDGE &&
      at.x < box.right - EDGE &&
      at.y > box.top + EDGE &&
      at.y < this.foot(box) - EDGE
    );
  }
}
