/** Whether somebody is writing words, not pressing single keys: then no key of a word plays anything. */
const PAUSE = 500;

export class Typing {
  private last = -Infinity;
  private wordy = false;

  constructor(private readonly shortcuts: string) {}

  /** Whether this key belongs to a word: one that is no shortcut came just before it, or it ends one with a blank. */
  hears({ key, timeStamp }: Pick<KeyboardEvent, "key" | "timeStamp">): boolean {
    if (key.length !== 1) return false;
    const soon = timeStamp - this.last < PAUSE;
    this.last = timeStamp;
    const inWord = soon && (this.wordy || key === " ");
    this.wordy = inWord || !this.shortcuts.includes(key);
    return inWord;
  }
}
