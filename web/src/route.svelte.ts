/** Where the page is: home, or at a table. */
class Route {
  path = $state(location.pathname);
  read() {
    this.path = location.pathname;
  }
  go(path: string) {
    history.pushState(null, "", path);
    this.read();
    scrollTo(0, 0);
  }
  get table(): string | null {
    const found = /^\/table\/([^/]+)/.exec(this.path);
    return found ? decodeURIComponent(found[1]!) : null;
  }
}
export const route = new Route();
