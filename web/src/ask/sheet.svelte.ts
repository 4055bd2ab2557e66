/** On a phone the question is a sheet of three heights. It stays as it was put, but what has no answer on the map opens
 *  it, and what has closes it again. */
const HEIGHTS = ["line", "half", "full"] as const;
export type Height = (typeof HEIGHTS)[number];
const SAYS: Record<Height, string> = {
  line: "Open the answers",
  half: "Answers over the whole page",
  full: "Only the question",
};

export class Sheet {
  height = $state<Height>("half");
  /** Whether it is as somebody put it. */
  private chosen = false;

  get says(): string {
    return SAYS[this.height];
  }
  get sign(): string {
    return this.height === "full" ? "▾" : "▴";
  }
  turn() {
    this.chosen = true;
    this.height = HEIGHTS[(HEIGHTS.indexOf(this.height) + 1) % HEIGHTS.length]!;
  }
  /** A question has come: whether its answers stand in the sheet. */
  meet(inside: boolean) {
    if (this.chosen && (this.height !== "line" || !inside)) return;
    this.height = inside ? "half" : "line";
  }
  /** Out of the way: what is chosen or looked at lies behind it. */
  fold() {
    this.height = "line";
  }
}
