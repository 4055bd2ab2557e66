/** What this browser keeps of a table that only it knows: the invitations that it made, and the salt that it gave. */
const key = (what: string, table: string) => `sandtable.${what}.${table}`;

function read<T>(what: string, table: string, otherwise: T): T {
  try {
    return (JSON.parse(localStorage.getItem(key(what, table)) ?? "null") as T | null) ?? otherwise;
  } catch {
    localStorage.removeItem(key(what, table));
    return otherwise;
  }
}
const write = (what: string, table: string, value: unknown) =>
  localStorage.setItem(key(what, table), JSON.stringify(value));

/** Whole addresses by seat. The server keeps no link, only a mark by which it knows one again. */
export type Links = Record<number, string>;
export const linksOf = (table: string): Links => read<Links>("links", table, {});
export function keepLinks(table: string, links: Record<string, string>) {
  const whole = Object.entries(links).map(([seat, url]) => [seat, new URL(url, location.href).href]);
  if (whole.length) write("links", table, { ...linksOf(table), ...Object.fromEntries(whole) });
}

/** Whether an address reaches nothing but the computer on which it is called. */
export const onThisComputer = (host: string): boolean =>
  host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127\./.test(host);
export const ONLY_HERE =
  "This link works on this computer only: the server listens to nobody else. Started with --host 0.0.0.0 it is reached from others by this computer's own address.";

export const saltOf = (table: string): string => read("salt", table, "");
export const keepSalt = (table: string, salt: string) => write("salt", table, salt);
/** Thirty-two digits that nobody has chosen. */
export function newSalt(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Whose wish to delete a table was answered here by keeping it. */
export const keptFrom = (table: string): string => read("keeps", table, "");
export const keepFrom = (table: string, others: string) => write("keeps", table, others);
export const forgetKept = (table: string) => localStorage.removeItem(key("keeps", table));
