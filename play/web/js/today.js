// The player's own calendar. Days are texts such as 2026-11-15.
const two = (n) => String(n).padStart(2, "0");

export const dayOf = (at) => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;

export const today = () => dayOf(new Date());

/** The day of the first daily puzzle, which is number 1 (play/puzzle.go). */
export const firstDay = "2026-01-01";
