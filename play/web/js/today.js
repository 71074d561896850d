// The player's own calendar. Days are texts such as 2026-11-15.
const two = (n) => String(n).padStart(2, "0");

export const dayOf = (at) => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;

export const today = () => dayOf(new Date());

/** The day of the first daily puzzle, which is number 1 (play/puzzle.go). */
export const firstDay = "2026-01-01";

/** Midnight of a day; one that does not exist, such as 31 June, becomes another. */
export function dayAt(day) {
  const [year, month, date] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1, date));
}

export function dayBefore(day) {
  const at = dayAt(day);
  at.setUTCDate(at.getUTCDate() - 1);
  return at.toISOString().slice(0, 10);
}
