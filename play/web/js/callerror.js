/** What went wrong with a call, in words for the player. */
export class CallError extends Error {
  constructor({ code, message }) {
    super(message);
    this.code = code;
  }
}
