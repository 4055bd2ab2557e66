/** Seats of a table that this browser holds for somebody who has not come yet: whom the link was made for. */
export interface Reserved {
  /** The seats of those before this screen. */
  own: number[];
  /** The links for the others, by seat. */
  links: Record<number, string>;
}
const key = (table: string) => `sandtable.reserved.${table}`;

export function reserve(table: string, reserved: Reserved) {
  localStorage.setItem(key(table), JSON.stringify(reserved));
}
export function reservedAt(table: string): Reserved {
  try {
    const found = JSON.parse(localStorage.getItem(key(table)) ?? "null") as Reserved | null;
    if (found) return found;
  } catch {
    localStorage.removeItem(key(table));
  }
  return { own: [], links: {} };
}
export function release(table: string) {
  localStorage.removeItem(key(table));
}
