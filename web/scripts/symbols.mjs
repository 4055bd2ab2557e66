// Draws every APP-6 symbol code that a content pack names into one sprite, so that the page needs no symbol library.
import { readdirSync, readFileSync, writeFileSync, statSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import ms from "milsymbol";

const games = new URL("../../src/sandtable/games", import.meta.url).pathname;
const codes = new Set();
const look = (folder) => {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (statSync(file).isDirectory()) look(file);
    else if (name.endsWith(".yaml"))
      for (const [, code] of readFileSync(file, "utf8").matchAll(/"(\d{20})"/g)) codes.add(code);
  }
};
look(games);
const symbols = [...codes].sort().map((code) => {
  const symbol = new ms.Symbol(code, { size: 30, fill: true, frame: true, outlineWidth: 0, strokeWidth: 4 });
  const svg = symbol.asSVG();
  const box = /viewBox="([^"]+)"/.exec(svg)[1];
  const inner = svg.replace(/^<svg[^>]*>/, "").replace(/<\/svg>\s*$/, "");
  return `<symbol id="s${code}" viewBox="${box}">${inner}</symbol>`;
});
mkdirSync(new URL("../public", import.meta.url), { recursive: true });
writeFileSync(
  new URL("../public/symbols.svg", import.meta.url),
  `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join("")}</svg>\n`,
);
console.log(`${codes.size} symbols`);
