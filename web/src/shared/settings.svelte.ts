/** What a person has set for this browser: kept here, never sent anywhere. */
export const SPEEDS = { slow: 0.5, normal: 1, fast: 3, off: 0 } as const;
export const TEXTS = { small: 0.9, normal: 1, large: 1.2 } as const;
export const COUNTERS = { normal: 1, large: 1.25 } as const;
/** When an answer is asked again: only where the rules call it grave, where something is lost, before every warning. */
export const AGAIN = ["grave", "loss", "warning"] as const;

interface Kept {
  speed: keyof typeof SPEEDS;
  text: keyof typeof TEXTS;
  counters: keyof typeof COUNTERS;
  again: (typeof AGAIN)[number];
  /** Whether story, rules and look are folded away. */
  folded: boolean;
}
const USUAL: Kept = { speed: "normal", text: "normal", counters: "normal", again: "loss", folded: false };
const KEY = "sandtable.settings";

function read(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>;
    const known = (name: keyof Kept, all: readonly unknown[]) => all.includes(kept[name]);
    return {
      speed: known("speed", Object.keys(SPEEDS)) ? kept.speed! : USUAL.speed,
      text: known("text", Object.keys(TEXTS)) ? kept.text! : USUAL.text,
      counters: known("counters", Object.keys(COUNTERS)) ? kept.counters! : USUAL.counters,
      again: known("again", AGAIN) ? kept.again! : USUAL.again,
      folded: kept.folded === true,
    };
  } catch {
    return { ...USUAL };
  }
}

class Settings {
  private kept = $state<Kept>(read());
  constructor() {
    this.show();
  }
  get speed() {
    return this.kept.speed;
  }
  get text() {
    return this.kept.text;
  }
  get counters() {
    return this.kept.counters;
  }
  get again() {
    return this.kept.again;
  }
  get folded() {
    return this.kept.folded;
  }
  /** How fast pieces move: 1 is usual, 0 not at all. */
  get pace(): number {
    return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : SPEEDS[this.kept.speed];
  }
  get counterScale(): number {
    return COUNTERS[this.kept.counters];
  }
  set<K extends keyof Kept>(name: K, value: Kept[K]) {
    this.kept[name] = value;
    localStorage.setItem(KEY, JSON.stringify(this.kept));
    this.show();
  }
  private show() {
    document.documentElement.style.setProperty("--text", String(TEXTS[this.kept.text]));
  }
}
export const settings = new Settings();
