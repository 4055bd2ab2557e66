/** Where the board is looked at: near at first, and then wherever something happens or is asked. */
import type { Motion } from "./motion.svelte";
import type { BoardHandle, Pointing } from "./pointing.svelte";
import type { TableState } from "./table.svelte";

/** A map of fewer spaces is shown whole. */
const SMALL = 60;
const near = () => (innerWidth < 700 ? 52 : 58);

export class Camera {
  /** The board that has been looked at, and whether somebody stood on it then. */
  private opened = "";
  private met = false;

  constructor(
    private readonly live: TableState,
    private readonly p: Pointing,
    private readonly motion: Motion,
    private readonly board: () => BoardHandle | null,
  ) {}

  /** Whether a board lies there that has not been looked at yet; from now on it has. */
  opens(): boolean {
    const { board, view } = this.live;
    if (!board || !view || !this.board() || this.opened === board.id) return false;
    this.opened = board.id;
    return true;
  }
  /** The first look: near enough to read, with one's own people in the middle. */
  comeNear() {
    const { p } = this;
    if (p.spaces < SMALL) return;
    const first = [...p.litSpaces][0] ?? p.tokens.find((token) => (token.space ?? -1) >= 0)?.space;
    this.met = first !== undefined;
    const middle = this.live.board!.spaces[Math.floor(p.spaces / 2)]!;
    this.board()?.show(first ?? middle.id, first === undefined ? 38 : near());
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
    } else if (hidden(targets)) board.show(targets[0]!, p.spaces < SMALL ? 0 : near());
    else if (!this.met && p.tokens.some((token) => p.litSpaces.has(token.space ?? -1))) this.comeNear();
  }
}
