// Fingers on the board. A tap is a click, which the browser makes of it: one that only stops a page that still scrolls
// is none. A board that is zoomed in does not scroll the page, so there every tap is meant, also the one right after a
// move, of which the browser would make nothing. Holding a light shows what it flips: letting go there presses it,
// letting go elsewhere does not. Two fingers zoom and move the board, and one moves it when it is zoomed in; otherwise it
// scrolls the page.
import { panBy, zoomBy, zoomed } from "./camera.js";

const hold = 350; // ms until a touch is a hold
const slip = 10; // pixels that a finger may move within a tap
let touch = null; // {i, x, y, timer, moved, held, pinch, spent}

/**
 * Starts listening. itemAt(x, y) is what is there, or null; mayHold(i) and mayDrag(i) say what it takes;
 * peek(i) shows what it flips, or nothing; press(i) presses it; letGo() ends a drag that another finger stops.
 */
export function startTouch(board, { itemAt, mayHold, mayDrag, peek, press, letGo }) {
  const listen = (name, act) => board.addEventListener(name, act, { passive: false });
  listen("touchstart", (event) => {
    clearTimeout(touch?.timer);
    if (event.touches.length > 1) {
      if (touch?.held) peek(null);
      letGo();
      touch = { pinch: fingers(event) };
      prevent(event);
      return;
    }
    const { clientX: x, clientY: y } = event.touches[0];
    touch = { i: itemAt(x, y), x, y, timer: 0 };
    if (touch.i !== null && mayHold(touch.i)) touch.timer = setTimeout(beginHold, hold, touch);
  });
  listen("touchmove", (event) => {
    if (!touch || touch.spent) return;
    if (touch.pinch) {
      if (event.touches.length > 1) pinchTo(fingers(event));
      prevent(event);
      return;
    }
    const { clientX: x, clientY: y } = event.touches[0];
    if (touch.held) {
      prevent(event);
      peek(itemAt(x, y) === touch.i ? touch.i : null);
      return;
    }
    const drags = touch.i !== null && mayDrag(touch.i);
    if (drags) prevent(event); // the page would scroll instead
    if (!touch.moved && Math.hypot(x - touch.x, y - touch.y) < slip) return;
    clearTimeout(touch.timer);
    touch.moved = true;
    if (!zoomed() || drags) return;
    prevent(event);
    panBy(x - touch.x, y - touch.y);
    Object.assign(touch, { x, y });
  });
  const end = (event) => {
    if (!touch) return;
    clearTimeout(touch.timer);
    const { i, held, moved, pinch, spent } = touch;
    const tapped = zoomed() && i !== null && !moved && !pinch && !spent;
    if (held || tapped || moved || pinch || spent) prevent(event);
    touch = event.touches.length > 0 ? { spent: true } : null;
    if (held) peek(null);
    if (!(held || tapped) || event.type !== "touchend") return;
    const [finger] = event.changedTouches;
    if (itemAt(finger.clientX, finger.clientY) === i) press(i);
  };
  listen("touchend", end);
  listen("touchcancel", end);

  function beginHold(begun) {
    if (begun !== touch) return;
    begun.held = true;
    letGo();
    peek(begun.i);
  }

  function pinchTo(now) {
    const { pinch } = touch;
    panBy(now.x - pinch.x, now.y - pinch.y);
    zoomBy(now.apart / pinch.apart, now.x, now.y);
    touch.pinch = now;
  }
}

/** A touch that has already become a scroll cannot be taken back. */
const prevent = (event) => event.cancelable && event.preventDefault();

/** The middle of two fingers, and how far they are apart. */
function fingers({ touches: [{ clientX: x, clientY: y }, { clientX: u, clientY: v }] }) {
  return { x: (x + u) / 2, y: (y + v) / 2, apart: Math.max(1, Math.hypot(u - x, v - y)) };
}
