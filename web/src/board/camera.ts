/** Where the board is looked at: near at first, and then wherever something happens or is asked, if nothing of that is in
 *  sight. How near is the player's own choice: a question never changes it. */
import type { Motion } from "./pieces/motion.svelte";
import type { BoardHandle, Pointing } from "./pointing.svelte";
import type { TableState } from "../table/table.svelte";

/** A map of fewer spaces is shown whole, if it can be read then. */
const SMALL = 60;
const near = () => (innerWidth < 700 ? 52 : 58);
/** The least at which the counters of a small map can be read. */
const READABLE = 50;
/** Shapes round the points of a map are wider than their unit, so that it may be smaller. */
const READABLE_SHAPES = 38;

export class Camera {
  /** The board that has been looked at, and the drawing of it. */
  private opened = "";
  private drawn: BoardHandle | null = null;

  constructor(
    private readonly live: TableState,
    private readonly p: Pointing,
    private readonly motion: Motion,
    /** The drawing of the board in play; none while another is looked at. */
    private readonly board: () => BoardHandle | null,
    private readonly memory: ReadonlyMap<string, unknown>,
  ) {}

  /** Whether a board lies there that has not been looked at yet; from now on it has. */
  opens(): boolean {
    const { board, view } = this.live;
    const drawn = this.board();
    if (!board || !view || !drawn || (this.opened === board.id && this.drawn === drawn)) return false;
    this.opened = board.id;
    this.drawn = drawn;
    return !this.memory.has(board.id);
  }
  private get readable(): number {
    const board = this.live.board;
    return board?.kind === "point" && board.spaces.some((space) => space.outline?.length && !space.kind)
      ? READABLE_SHAPES
      : READABLE;
  }
  /** Whether the whole map is shown though its counters are too small to read. */
  get far(): boolean {
    return this.board()?.isFar(this.readable) ?? false;
  }
  /** What the question is about: where something happens, what can be chosen, or at least one's own people. */
  private subject(): number[] {
    const { p, live } = this;
    const scene = live.view?.scene?.space ?? -1;
    if (scene >= 0) return [scene];
    if (p.litSpaces.size) return [...p.litSpaces];
    return p.tokens.flatMap((token) => ((token.space ?? -1) >= 0 ? [token.space!] : []));
  }
  /** Near enough to read, with what is asked or one's own people in the middle. */
  comeNear() {
    const { p } = this;
    if (p.spaces < SMALL) {
      const some = this.subject();
      if (this.far) this.board()?.comeTo(some.length ? some : this.every(), this.readable);
      return;
    }
    const first = [...p.litSpaces][0] ?? p.tokens.find((token) => (token.space ?? -1) >= 0)?.space;
    const middle = this.live.board!.spaces[Math.floor(p.spaces / 2)]!;
    this.board()?.show(first ?? middle.id, near());
  }
  private every(): number[] {
    return this.live.board!.spaces.map((space) => space.id);
  }
  /** After an answer: bring into sight what moves, and then what is asked, if nothing of it is in sight. */
  follow() {
    const { p, live } = this;
    const board = this.board();
    if (!board || !live.board || this.opened !== live.board.id || live.past) return;
    const hidden = (spaces: number[]) => spaces.length > 0 && !spaces.some((space) => board.sees(space));
    const targets = [...p.litSpaces];
    if (this.motion.at !== null || !targets.length) {
      const way = this.motion.journeys.at(-1)?.path ?? [];
      const scene = live.view?.scene?.space ?? -1;
      const active = way.length || scene < 0 ? way : [scene];
      if (hidden(active)) board.show(active.at(-1)!);
    } else if (hidden(targets)) board.show(targets[0]!);
  }
}
