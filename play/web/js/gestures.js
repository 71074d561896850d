// Mice, pens and fingers on the board. A tap is a click, which the browser makes of it: one that only stops a page that
// still scrolls is none. A board that is zoomed in does not scroll the page, so there every tap is meant, also the one
// right after a move, of which the browser would make nothing. Holding a light with a finger shows what it flips:
// letting go there presses it, letting go elsewhere does not. A drag moves a node or draws a line from it; elsewhere it
// moves a board that is zoomed in. Two fingers zoom and move the board; one scrolls the page if nothing else is meant.
import { panBy, zoomBy, zoomed } from "./camera.js";

const hold = 350; // ms until a touch is a hold
const slip = { touch: 10, mouse: 6, pen: 6 }; // pixels that a pointer may move within a click
const pointers = new Map(); // those that are down, by id: the latest event of each
let gesture = null; // {i, start, finger, drags, moved, held, timer}, or {pinch}
let spent = false; // the click that the browser makes of it now is none

/**
 * Starts listening. itemAt(event) is what is there, or null; mayDrag(i) and mayHold(i) say what it takes; peek(i) shows
 * what it flips, or nothing; press(i) presses it; drag(i, event) and drop(i, event) are about an item that is dragged,
 * and letGo() ends that without a change.
 */
export function startGestures(board, { itemAt, mayDrag, mayHold, peek, press, drag, drop, letGo }) {
  board.addEventListener("pointerdown", (event) => {
    if (event.isPrimary) pointers.clear();
    pointers.set(event.pointerId, event);
    spent = false;
    stop();
    if (pointers.size > 1) gesture = { pinch: true };
    else if (event.button === 0) beginTouch(event);
  });

  function beginTouch(event) {
    const i = itemAt(event);
    const finger = event.pointerType === "touch";
    gesture = { i, start: event, finger, drags: i !== null && mayDrag(i), moved: false, held: false, timer: 0 };
    if (finger && i !== null && mayHold(i)) gesture.timer = setTimeout(beginHold, hold, i);
  }

  function beginHold(i) {
    gesture.held = true;
    peek(i);
  }

  /** Ends a gesture without a change. */
  function stop() {
    clearTimeout(gesture?.timer);
    if (gesture?.held) peek(null);
    if (gesture?.drags && gesture.moved) letGo();
    gesture = null;
  }

  board.addEventListener("pointermove", (event) => {
    const last = pointers.get(event.pointerId);
    if (!last || !gesture || event.buttons === 0) return;
    if (gesture.pinch) {
      pinch(event);
      return;
    }
    pointers.set(event.pointerId, event);
    const { i, start, held, drags } = gesture;
    if (held) {
      peek(itemAt(event) === i ? i : null);
      return;
    }
    if (!gesture.moved && Math.hypot(event.clientX - start.clientX,
      event.clientY - start.clientY) < slip[event.pointerType]) return;
    clearTimeout(gesture.timer);
    if (!gesture.moved && (drags || zoomed())) board.setPointerCapture(event.pointerId);
    gesture.moved = true;
    if (drags) drag(i, event);
    else if (zoomed()) panBy(event.clientX - last.clientX, event.clientY - last.clientY);
  });

  board.addEventListener("pointerup", (event) => {
    pointers.delete(event.pointerId);
    if (!gesture || gesture.pinch) {
      spent = gesture !== null;
      return;
    }
    const { i, finger, drags, moved, held, timer } = gesture;
    clearTimeout(timer);
    gesture = null;
    spent = moved || held || (finger && zoomed() && i !== null);
    if (held) peek(null);
    if (drags && moved) drop(i, event);
    else if (spent && !moved && itemAt(event) === i) press(i);
  });

  board.addEventListener("pointercancel", ({ pointerId }) => {
    pointers.delete(pointerId);
    stop();
  });

  board.addEventListener("click", (event) => spent && event.stopImmediatePropagation());
  // A finger that was heard here becomes no click and no scroll, nor do two. A touch that is a scroll already cannot be
  // taken back.
  const prevent = (when) => (event) => when(event) && event.cancelable && event.preventDefault();
  board.addEventListener("touchstart", prevent(({ touches }) => touches.length > 1), { passive: false });
  board.addEventListener("touchmove", prevent(() => gesture?.held || gesture?.drags), { passive: false });
  board.addEventListener("touchend", prevent(() => spent), { passive: false });
}

function pinch(event) {
  if (pointers.size < 2) return;
  const before = fingers();
  pointers.set(event.pointerId, event);
  const now = fingers();
  panBy(now.x - before.x, now.y - before.y);
  zoomBy(now.apart / before.apart, now.x, now.y);
}

/** The middle of two fingers, and how far they are apart. */
function fingers() {
  const [{ clientX: x, clientY: y }, { clientX: u, clientY: v }] = pointers.values();
  return { x: (x + u) / 2, y: (y + v) / 2, apart: Math.max(1, Math.hypot(u - x, v - y)) };
}
