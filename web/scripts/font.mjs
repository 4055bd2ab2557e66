// The type of the page: Source Sans 3 (SIL Open Font License), cut down to the letters and weights that it uses.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import subsetFont from "subset-font";

const font = new URL("../node_modules/@fontsource-variable/source-sans-3/", import.meta.url);
const whole = readFileSync(new URL("files/source-sans-3-latin-wght-normal.woff2", font));
const ascii = Array.from({ length: 95 }, (_, n) => String.fromCharCode(32 + n)).join("");
/** The letters of Western Europe: a map may lie in any of its countries. */
const accented = Array.from({ length: 64 }, (_, n) => String.fromCharCode(192 + n)).join("");
const letters = `${ascii}–—‘’“”…·•×−½°‹›£€§${accented}`;
const cut = await subsetFont(whole, letters, { targetFormat: "woff2" });
mkdirSync(new URL("../public", import.meta.url), { recursive: true });
writeFileSync(new URL("../public/sans.woff2", import.meta.url), cut);
copyFileSync(new URL("LICENSE", font), new URL("../public/sans-LICENSE.txt", import.meta.url));
console.log(`type: ${cut.length} bytes`);
