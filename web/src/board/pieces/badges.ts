/** The sign of a state on a counter: its own, or the first letter of its name. */
const SIGNS: Record<string, string> = { detected: "◉", moved: "→", suppressed: "✕" };

export const signOf = (badge: string) => SIGNS[badge] ?? badge[0]?.toUpperCase() ?? "";
