/** Light or dark: as the system has it, until the player chooses. */
type Wish = "" | "light" | "dark";

class Theme {
  wish = $state<Wish>((localStorage.getItem("theme") as Wish | null) ?? "");
  constructor() {
    this.show();
  }
  get dark(): boolean {
    return this.wish ? this.wish === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  }
  toggle() {
    this.wish = this.dark ? "light" : "dark";
    localStorage.setItem("theme", this.wish);
    this.show();
  }
  private show() {
    if (this.wish) document.documentElement.dataset.theme = this.wish;
  }
}
export const theme = new Theme();
