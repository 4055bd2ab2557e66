/** Light or dark: as the system has it, until the player chooses. */
export type Wish = "" | "light" | "dark";

class Theme {
  wish = $state<Wish>((localStorage.getItem("theme") as Wish | null) ?? "");
  constructor() {
    this.show();
  }
  get dark(): boolean {
    return this.wish ? this.wish === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  }
  toggle() {
    this.set(this.dark ? "light" : "dark");
  }
  set(wish: Wish) {
    this.wish = wish;
    localStorage.setItem("theme", wish);
    this.show();
  }
  private show() {
    if (this.wish) document.documentElement.dataset.theme = this.wish;
    else delete document.documentElement.dataset.theme;
  }
}
export const theme = new Theme();
