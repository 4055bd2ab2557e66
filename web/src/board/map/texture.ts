/** What grows and stands on the ground, as small strokes scattered with a steady hand: one path for a whole map. */
import { grain, inside, type Point } from "../geometry";
import type { Space } from "../../shared/types";

interface Sowing {
  step: number;
  draw: (x: number, y: number, a: number, b: number) => string;
}
const f = (n: number) => n.toFixed(3);

const kinds: Record<string, Sowing> = {
  hachures: {
    step: 0.3,
    draw: (x, y, a, b) => {
      const [w, h] = [0.075 + a * 0.045, 0.12 + b * 0.07];
      return `M${f(x - w)} ${f(y + h / 2)}L${f(x)} ${f(y - h / 2)}L${f(x + w)} ${f(y + h / 2)}M${f(x + w * 0.1)} ${f(y - h * 0.2)}l${f(w * 0.25)} ${f(h * 0.6)}`;
    },
  },
  hills: {
    step: 0.3,
    draw: (x, y, a) =>
      `M${f(x - 0.1)} ${f(y + 0.04)}Q${f(x)} ${f(y - 0.1 - a * 0.05)} ${f(x + 0.1)} ${f(y + 0.04)}`,
  },
  dots: {
    step: 0.21,
    draw: (x, y, a) => {
      const r = 0.04 + a * 0.02;
      return `M${f(x - r)} ${f(y)}a${f(r)} ${f(r)} 0 1 0 ${f(2 * r)} 0a${f(r)} ${f(r)} 0 1 0 ${f(-2 * r)} 0Z`;
    },
  },
  sand: { step: 0.16, draw: (x, y) => `M${f(x)} ${f(y)}h.014` },
  plain: {
    step: 0.42,
    draw: (x, y, a, b) =>
      a < 0.45 ? `M${f(x)} ${f(y)}l-.02 -.045m.02 .045l.025 -${f(0.035 + b * 0.02)}` : "",
  },
  sea: {
    step: 0.52,
    draw: (x, y, a) => (a < 0.6 ? `M${f(x - 0.12)} ${f(y)}q.04 -.045 .08 0t.08 0t.08 0` : ""),
  },
  marsh: {
    step: 0.25,
    draw: (x, y, a) =>
      `M${f(x - 0.075)} ${f(y)}h.15M${f(x)} ${f(y - 0.012)}v-${f(0.07 + a * 0.03)}M${f(x - 0.035)} ${f(y - 0.012)}l-.02 -.055M${f(x + 0.035)} ${f(y - 0.012)}l.02 -.055`,
  },
  ridge: {
    step: 0.36,
    draw: (x, y, a) =>
      `M${f(x - 0.16)} ${f(y + 0.05)}L${f(x - 0.06)} ${f(y - 0.06 - a * 0.03)}L${f(x)} ${f(y - 0.005)}L${f(x + 0.07)} ${f(y - 0.08)}L${f(x + 0.16)} ${f(y + 0.05)}`,
  },
  snow: {
    step: 0.3,
    draw: (x, y) =>
      `M${f(x - 0.05)} ${f(y)}h.1M${f(x - 0.025)} ${f(y - 0.043)}l.05 .086M${f(x + 0.025)} ${f(y - 0.043)}l-.05 .086`,
  },
  beach: {
    step: 0.13,
    draw: (x, y, a) => (a < 0.3 ? `M${f(x - 0.04)} ${f(y)}q.04 -.055 .08 0` : `M${f(x)} ${f(y)}h.012`),
  },
  water: {
    step: 0.26,
    draw: (x, y) => `M${f(x - 0.09)} ${f(y)}q.045 -.04 .09 0t.09 0`,
  },
};

/** Rows of a field: parallel lines in a direction that each field has for itself. */
function rows(space: Space): string {
  const angle = (Math.floor(grain(space.id, 5) * 4) * Math.PI) / 4 + 0.26;
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  const outline = space.outline ?? [];
  const reach = Math.max(...outline.map((point) => Math.hypot(point[0] - space.x, point[1] - space.y)), 0.5);
  const gap = reach > 0.8 ? 0.16 : 0.1;
  let path = "";
  for (let n = -Math.floor(reach / gap); n <= reach / gap; n++) {
    const [cx, cy] = [space.x - dy * n * gap, space.y + dx * n * gap];
    let from: Point | null = null;
    let to: Point | null = null;
    for (let t = -reach; t <= reach; t += 0.04) {
      const at: Point = [cx + dx * t, cy + dy * t];
      if (!inside([space.x + (at[0] - space.x) * 1.16, space.y + (at[1] - space.y) * 1.16], outline))
        continue;
      from ??= at;
      to = at;
    }
    if (from && to && from !== to) path += `M${f(from[0])} ${f(from[1])}L${f(to[0])} ${f(to[1])}`;
  }
  return path;
}

/** The texture of all these spaces as one path; `clear` says how far around the middle stays free. */
export function texture(kind: string, spaces: readonly Space[], clear: (space: Space) => number): string {
  if (kind === "rows") return spaces.map(rows).join("");
  const sowing = kinds[kind];
  if (!sowing) return "";
  let path = "";
  for (const space of spaces) {
    const outline = space.outline ?? [];
    if (!outline.length) continue;
    const xs = outline.map((p) => p[0]);
    const ys = outline.map((p) => p[1]);
    const free = clear(space);
    let n = 0;
    for (let y = Math.min(...ys) + sowing.step / 2; y < Math.max(...ys); y += sowing.step)
      for (let x = Math.min(...xs) + sowing.step / 2; x < Math.max(...xs); x += sowing.step) {
        n++;
        const at: Point = [
          x + (grain(space.id * 97 + n, 3) - 0.5) * sowing.step * 0.75,
          y + (grain(space.id * 97 + n, 4) - 0.5) * sowing.step * 0.75,
        ];
        const wide: Point = [space.x + (at[0] - space.x) * 1.15, space.y + (at[1] - space.y) * 1.15];
        if (Math.hypot(at[0] - space.x, at[1] - space.y) < free || !inside(wide, outline)) continue;
        path += sowing.draw(at[0], at[1], grain(n + space.id * 31, 6), grain(n + space.id * 31, 7));
      }
  }
  return path;
}
