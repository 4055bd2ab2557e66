/** Whether the log is read from its beginning or from its end; the browser remembers it. */
const KEY = "sandtable.log";

class Order {
  oldest = $state(localStorage.getItem(KEY) === "oldest");
  turn() {
    this.oldest = !this.oldest;
    localStorage.setItem(KEY, this.oldest ? "oldest" : "newest");
  }
}
export const order = new Order();
