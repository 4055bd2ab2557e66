/** After the layout has changed a click counts only when there was time to see the change: a second click of a double
 *  click means what was there before. */
const PAUSE = 300;

export class Steady {
  /** Whether what is on the page has only just come there. */
  moving = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;

  changed() {
    this.moving = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.moving = false), PAUSE);
  }
}

/** The same for what opens over the page: it takes no click before it has been seen. */
export function unhurried(node: HTMLElement): { destroy: () => void } {
  node.style.pointerEvents = "none";
  const timer = setTimeout(() => (node.style.pointerEvents = ""), PAUSE);
  return { destroy: () => clearTimeout(timer) };
}
