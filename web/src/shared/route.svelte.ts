/** Where the page is: home, at a table, or coming by a link. */
class Route {
  path = $state(location.pathname);
  read() {
    this.path = location.pathname;
  }
  go(path: string, replace = false) {
    if (replace) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
    this.read();
    scrollTo(0, 0);
  }
  private part(name: string): string | null {
    const found = new RegExp(`^/${name}/([^/]+)`).exec(this.path);
    return found ? decodeURIComponent(found[1]!) : null;
  }
  get table() {
    return this.part("table");
  }
  /** The game about whose rules one reads. */
  get game() {
    return this.part("game");
  }
  get join() {
    return this.part("join");
  }
  get watch() {
    return this.part("watch");
  }
  /** The moment that a link to a position names. */
  get moment(): number | null {
    const at = new URLSearchParams(location.search).get("at");
    return at === null || !/^\d+$/.test(at) ? null : Number(at);
  }
}
export const route = new Route();
