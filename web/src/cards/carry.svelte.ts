/** A counter or card that is dragged: it is taken in hand as by a click, and put down where it is let go. */

/** So far a mouse moves before it is a drag. */
const FAR = 8;

class Carry {
  /** A copy of what is dragged, and where the pointer is. */
  face = $state.raw<Node | null>(null);
  at = $state.raw({ x: 0, y: 0 });
  /** A click that ends a drag is none. */
  private swallow = false;

  /** A press that may become a drag. `take` takes the thing in hand; only what `held` says is in hand is put down. */
  begin(event: PointerEvent, take: () => void, held: () => boolean, drawn?: Element | null) {
    if (event.button !== 0 || event.pointerType === "touch") return; // a finger scrolls, and chooses by taps
    const from = { x: event.clientX, y: event.clientY };
    const piece = drawn ?? (event.currentTarget as Element | null)?.querySelector("svg");
    const copy = piece?.cloneNode(true) ?? null;
    let taken = false;
    const move = (now: PointerEvent) => {
      this.at = { x: now.clientX, y: now.clientY };
      if (taken || Math.hypot(this.at.x - from.x, this.at.y - from.y) < FAR) return;
      taken = true;
      this.face = copy;
      take();
    };
    const stop = () => {
      removeEventListener("pointermove", move, true);
      removeEventListener("pointerup", drop, true);
      removeEventListener("pointercancel", stop, true);
      removeEventListener("keydown", escape, true);
      this.face = null;
    };
    const escape = (key: KeyboardEvent) => key.key === "Escape" && stop();
    const drop = (now: PointerEvent) => {
      stop();
      if (!taken) return;
      this.swallow = true;
      setTimeout(() => {
        this.swallow = false;
        if (held()) put(now.clientX, now.clientY);
      });
    };
    addEventListener("pointermove", move, true);
    addEventListener("pointerup", drop, true);
    addEventListener("pointercancel", stop, true);
    addEventListener("keydown", escape, true);
  }
  /** A click by which a drag has only ended goes no further. */
  ends(event: MouseEvent) {
    if (!this.swallow) return;
    event.stopPropagation();
    event.preventDefault();
  }
}
export const carry = new Carry();

/** Points at what lies there, as a click does. */
function put(clientX: number, clientY: number) {
  const there = document.elementFromPoint(clientX, clientY);
  const said = { bubbles: true, cancelable: true, clientX, clientY, pointerType: "mouse" };
  for (const kind of ["pointerdown", "pointerup", "click"])
    there?.dispatchEvent(new PointerEvent(kind, said));
}
