/** Which of the four looks a side has: one's own people, the enemy (striped), objectives, others. */
const known: Record<string, number> = { friend: 0, Red: 0, enemy: 1, Blue: 1, mission: 2 };
const met = new Map<string, number>();

export function sideOf(side: string): number {
  const first = known[side] ?? met.get(side);
  if (first !== undefined) return first;
  const next = met.size % 4;
  met.set(side, next);
  return next;
}
