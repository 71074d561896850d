// Every English word of the page. Elements with data-text="name" are filled with T[name], those
// with data-label="name" are labelled by it.

const count = (n, one, many) => (n === 1 ? `1 ${one}` : `${n} ${many}`);
const presses = (n) => count(n, "press", "presses");
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const lights = (n) => count(n, "light", "lights");

export const T = {
  skipToBoard: "Skip to the board",
  modes: "What to do",
  modePlay: "Play",
  modeEdit: "Edit",
  share: "Share this puzzle",
  theme: "Light or dark",
  themeNow: { auto: "Colours follow your system", light: "Light colours", dark: "Dark colours" },
  help: "Help and keys",
  openFull: "Open as a page of its own",
  boardArea: "Board",
  playPanel: "Puzzle and help",
  editPanel: "Editor",
  statLights: "Lights left",
  statPresses: "Presses",
  statBest: "Best possible",
  statTime: "Time",
  undo: "Undo",
  redo: "Redo",
  restart: "Restart",
  hint: "Hint",
  puzzleTitle: "Puzzle",
  change: "Change",
  difficulty: "Fewest presses needed:",
  newPuzzle: "New puzzle",
  daily: "Daily puzzle",
  stuckTitle: "Stuck?",
  showAnswer: "Show answer",
  hideAnswer: "Hide answer",
  explain: "Light chasing",
  close: "Close",

  levels: ["Gentle", "Easy", "Medium", "Hard", "Fiendish"],
  level: (n, name) => `${n} · ${name}`,
  boardFacts: (view) => `${lights(view.lights)}${view.states > 2 ? ` with ${view.states} states` : ""}${view.switches === view.lights ? "" : `, ${count(view.switches, "switch", "switches")}`}${view.kind === "torus" && view.dims.length > 2 ? " · every axis wraps" : ""} · ${view.states > 2 ? T.states.share(view) : solvableShare(view.lights - view.switches + (view.nullity ?? 0))}`,
  bestAtMost: (n) => `≤ ${n}`,
  bestNone: "none",
  dailyOf: (date) => `Daily puzzle, ${new Date(`${date}T12:00`).toLocaleDateString("en", { day: "numeric", month: "long", year: "numeric" })}`,

  row: (r, c) => `Row ${r}, column ${c}`,
  node: (n) => `Light ${n}`,
  switchNamed: (n) => `Switch ${n}`,
  on: "on",
  off: "off",
  locked: "must not be pressed",
  toGoOn: "should be on",
  doesNotMatter: "does not matter",
  boardLabel: (name) => `${name}. Arrow keys move, space presses.`,
  pressed: (name, changed, left) => `${name} pressed: ${lights(changed)} changed, ${left} left.`,
  undone: (left) => `Undone. ${lights(left)} left.`,
  redone: (left) => `Done again. ${lights(left)} left.`,
  nothingToUndo: "Nothing to undo.",
  nothingToRedo: "Nothing to redo.",
  restarted: (left) => `Back at the start. ${lights(left)} left.`,
  mayNotPress: (name) => `${name} must not be pressed in this puzzle.`,
  ready: (name, left) => `${name}: ${lights(left)} to switch off.`,
  welcome: ({ view, goal, dont_care }) => view.states > 2 ? T.states.welcome(view, goal, dont_care) : `${goal.length > 0 ? "Make the lights match the rings" : "Switch every light off"}. ${dont_care.length > 0 ? "Faint lights do not matter. " : ""}${flipsNeighbours(view) ? "A press flips a light and its neighbours." : "Hover or focus shows what a press flips."}`,
  wishNotMet: (wished, n) => `No puzzle with ${presses(wished)} was found; this one needs ${n}.`,
  thinking: "Thinking…",
  loading: "Getting the lamps ready…",

  hintPress: (name, togo, sure) => `Press ${name.charAt(0).toLowerCase()}${name.slice(1)}. ${sure ? presses(togo) : `At most ${presses(togo)}`} to go.`,
  answerShown: (n, sure) => `${sure ? "The fewest presses" : "An answer"}: press every cross, in any order (${n}).`,
  alreadySolved: "Nothing left to do: the lights are as they should be.",
  witness: (n, odd) => `No answer exists. Every switch flips an even number of the ${n} diamonds, so the parity of the lit ones never changes; but ${odd === 1 ? "1 of them" : `${odd} of them`}, an odd number, would have to change.`,
  witnessForbidden: (n, odd) => (n === 0 ? "No answer exists that leaves the locked switches alone." : `No answer leaves the locked switches alone: every other switch flips an even number of the ${n} diamonds, but ${odd} of them would have to change.`),

  lessonIntro: "Solve any board of this size by one rule and one small table.",
  lessonStep: (i, n) => `Step ${i} of ${n}`,
  lessonDown: (row) => `Look at row ${row}: press below each of its lit lights, and the row goes dark.`,
  lessonDownNothing: (row) => `Row ${row} is dark already: nothing to press below it.`,
  lessonBottomDark: "The bottom row is dark as well: solved, without the table.",
  lessonLookup: (bottom, top) => `On the bottom row ${listed(bottom)} ${bottom.length === 1 ? "is" : "are"} left. The table says: press ${listed(top)} on the top row.`,
  lessonAgain: (row) => `Chase once more: row ${row}, press below each lit light.`,
  lessonAgainNothing: (row) => `Row ${row} is dark: go on.`,
  lessonDone: "Dark. The same table works from every solvable state.",
  lessonNext: "Next step",
  lessonEnd: "End the lesson",
  lessonTable: "Left on the bottom row → press on the top row",

  winTitle: "Lights out!",
  winStars: (n) => `${n} of 3 stars`,
  winBest: (n) => `${presses(n)}, and nobody can do it in fewer.`,
  winMore: (n, best) => `${presses(n)}; ${best} would have been enough.`,
  winUnproved: (n, best) => (n <= best ? `${presses(n)}, as few as any answer known.` : `${presses(n)}; ${best} are known to be enough.`),
  winPlain: (n) => `${presses(n)}.`,
  winTime: (time) => `Time ${time}.`,
  winHints: (n, shown) => (shown ? "The answer was shown." : n > 0 ? `With ${count(n, "hint", "hints")}.` : "Without a hint."),
  winAgain: "Next puzzle",
  winReplay: "Play it again",
  winFewer: "Try for fewer",
  copyResult: "Copy result",
  copied: "Copied",
  shareText: (name, n, best, starCount, time, hints, shown) =>
    `Lights Out · ${name}\n${"★".repeat(starCount)}${"☆".repeat(3 - starCount)} ${presses(n)}${best ? ` (best ${best})` : ""} in ${time}${shown ? ", answer shown" : hints > 0 ? `, ${count(hints, "hint", "hints")}` : ""}`,

  shareTitle: "Share this puzzle",
  shareStart: "From the start",
  shareNow: "As it is now, with the presses made",
  copyLink: "Copy link",

  galleryTitle: "Choose a board",
  galleryGroups: { classics: "Classics", wrapped: "Edges that meet", higher: "More dimensions", tiles: "Hexagons and triangles", graphs: "Graphs", states: "More than two states", patterns: "Other patterns" },
  gallerySpec: "Any board, by its description",
  gallerySpecHelp: "For example 7x9, torus:6x6,pattern=king, hypercube:5 or 5x5,mod=3",
  galleryUse: "Use",
  galleryFile: "Open a file…",

  filesTitle: "Files",
  open: "Open…",
  saveLO: "Save .lo",
  saveGraph6: "Save graph6",
  saveSVG: "Save SVG",
  savePNG: "Save PNG",
  opened: (name) => `${name} opened.`,
  saved: (name) => `${name} saved.`,
  tooLongFile: "That file is longer than a megabyte, which is the limit here.",
  pictureFailed: "The picture could not be made.",

  toolsTitle: "Tools",
  tools: {
    lights: { name: "Lights", note: "Click a light to switch it on or off by itself." },
    move: { name: "Move", note: "Drag a node, or focus it and press Shift with the arrow keys." },
    node: { name: "Add node", note: "Click an empty place, or press space on a node to add one beside it." },
    edge: { name: "Edge", note: "Choose two nodes: pressing either flips the other. Again to remove it." },
    arc: { name: "One-way", note: "Choose two nodes: pressing the first flips the second. Again to remove it." },
    self: { name: "Self", note: "Choose a node to decide whether pressing it flips its own light." },
    delete: { name: "Delete", note: "Choose a node to delete it with its edges." },
  },
  allOn: "All on",
  allOff: "All off",
  emptyBoard: "Start empty",
  playThis: "Play this board",
  editStart: "Change lights and nodes as you like, then play. Keys 1–7 choose a tool.",
  editLight: (name, on) => `${name} is ${on ? "on" : "off"}.`,
  editFrom: (name) => `${capital(name)} chosen: now choose the other end.`,
  editFromCancelled: "No node chosen.",
  editEdge: (a, b, there) => `${capital(a)} and ${b} ${there ? "joined" : "no longer joined"}.`,
  editArc: (a, b, there) => `Pressing ${a} ${there ? "flips" : "no longer flips"} ${b}.`,
  editSelf: (name, flips) => `${capital(name)} ${flips ? "flips" : "does not flip"} itself.`,
  editAdded: (n) => `Node ${n} added.`,
  editDeleted: (n) => `Node ${n} deleted.`,
  editMoved: (name) => `${capital(name)} moved.`,
  editUndone: "Edit undone.",
  editFull: (n) => `A drawing can have up to ${n} nodes.`,
  editNotGraph: "On this board switches and lights are separate: only the lights can be edited.",
  editEmpty: "The board is empty: choose Add node.",
  drawingName: "Your drawing",
  nodeShort: (n) => `node ${n}`,

  analyseTitle: "Analyse",
  analyse: "Analyse this board",
  factLights: "Lights",
  factSwitches: "Switches",
  factRank: "Rank",
  factNullity: "Nullity",
  factStates: "Solvable states",
  factState: "This state",
  factSolvable: "solvable",
  factUnsolvable: "unsolvable",
  statesOf: (rank, states, all) => (rank === all ? `all ${short(states, rank)}` : `${short(states, rank)}: 1 in ${power(all - rank)}`),
  quietNone: "No quiet patterns: every solvable state has exactly one answer.",
  quietSome: (shown, all) => (shown === all ? "Quiet patterns: pressing all of one changes nothing." : `The first ${shown} of ${all} quiet patterns: pressing all of one changes nothing.`),
  quietName: (i) => `Quiet pattern ${i}`,
  quietShown: (i, n) => `Quiet pattern ${i}: pressing these ${n} changes nothing.`,

  helpTitle: "How it works",
  helpRules: [
    "Every press flips a fixed set of lights; hover or focus shows which. Switch all of them off.",
    "Pressing twice undoes itself, and the order never matters: an answer is a set of presses.",
    "“Best possible” is proved: no answer has fewer presses. “≤” means that a shorter one is not ruled out.",
    "A hint follows an answer that is as short as possible from where you are.",
    "Lights with K states show the digit of theirs. A press adds one, after K−1 comes 0, and K presses undo themselves.",
  ],
  helpKeys: "Keys",
  keys: [
    ["← ↑ → ↓", "move over the board"],
    ["Space or Enter", "press (in the editor: use the tool)"],
    ["Shift + Space, right click", "take a press back (more than two states)"],
    ["h", "hint (in the editor: analyse)"],
    ["a", "show or hide the answer"],
    ["u", "undo"],
    ["y", "redo"],
    ["r", "restart"],
    ["n", "new puzzle"],
    ["e", "edit or play"],
    ["1–7", "choose the editor's tool"],
    ["Shift + arrows", "move a node, in the editor and on graphs"],
    ["?", "this help"],
  ],
  helpMarks: "Marks",
  marks: [
    ["on", "a light that is on"],
    ["off", "a light that is off"],
    ["hint", "press this next"],
    ["answer", "press, as part of an answer"],
    ["witness", "proof that there is no answer"],
    ["quiet", "part of a quiet pattern"],
  ],

  // Where lights have more than two states.
  states: {
    choose: "States",
    welcome: (view, goal, dontCare) => `${goal.length > 0 ? "Bring every light to the small digit beside it, or else to 0" : "Bring every light to 0"}. ${dontCare.length > 0 ? "Faint lights do not matter. " : ""}A press adds one to ${flipsNeighbours(view) ? "a light and its neighbours" : "what hover or focus shows"}; after ${(view.states - 1).toString(36)} comes 0.`,
    now: (state) => (state === 0 ? "off" : `state ${state}`),
    goal: (state) => `should be in state ${state}`,
    times: (n) => (n > 1 ? ` ×${n}` : ""),
    answer: (n, sure) => `${sure ? "The fewest presses" : "An answer"}: press each as often as its × says, in any order (${n}).`,
    witness: (k, change, locked, n) => `No answer ${locked ? "leaves the locked switches alone" : "exists"}.${n > 0 ? ` Add up the diamonds, each as often as its × says: every ${locked ? "other switch" : "press"} changes the sum by a multiple of ${k}, but it would have to change by ${change} more.` : ""}`,
    quiet: (i, n) => `Quiet pattern ${i}: pressing these as often as their × says, ${n} presses, changes nothing.`,
    quietOrder: "Quiet presses",
    solvable: (k, facts) => solvableOf(BigInt(facts.states), BigInt(k) ** BigInt(facts.lights)),
    share: (view) => shareOf(view),
    editLight: (name, state) => `${name} is ${T.states.now(state)}.`,
    editTwice: "On this board a press adds more than one to some lights: only the lights can be edited.",
  },

  addressUnknown: (name) => `it has an unknown part “${name}”`,
  addressNoBoard: "it has no board",
  addressPlaces: "the positions of the nodes cannot be read",
  addressPlacesCount: "it does not have one position for each node",
  addressFile: "the board in it is cut off or garbled",
  addressBad: (why) => `That link does not hold a puzzle: ${why}. Here is another one.`,
  failed: (why) => `That did not work: ${why}`,
  serverGone: "the program that serves this page has stopped. Start it again with “lightsout play”.",
  serverOdd: "the server sent an invalid answer",
  workerFailed: "the library could not be loaded",
  tookTooLong: "that took too long and was stopped",

  boards: {
    "grid:3x3": "3 × 3",
    "grid:4x4": "4 × 4",
    "grid:5x5": "Classic 5 × 5",
    "grid:6x6": "Deluxe 6 × 6",
    "grid:7x7": "7 × 7",
    "grid:9x9": "9 × 9",
    merlin: "Merlin",
    "torus:4x4": "Mini: torus 4 × 4",
    "torus:5x5": "Torus 5 × 5",
    "cylinder:5x6": "Cylinder 5 × 6",
    "mobius:5x6": "Möbius strip 5 × 6",
    "klein:5x6": "Klein bottle 5 × 6",
    "projective:5x5": "Projective plane 5 × 5",
    "grid:3x3x3": "3 × 3 × 3",
    "grid:3x3x3x3": "3 × 3 × 3 × 3",
    "torus:3x3x3": "Torus 3 × 3 × 3",
    "cube:3": "Cube surface",
    "hypercube:3": "Hypercube 3",
    "hypercube:4": "Tesseract",
    "hypercube:5": "Hypercube 5",
    "hex:3": "Hexagon of 19",
    "hex:4": "Hexagon of 37",
    "hexgrid:5x5": "Hexagons 5 × 5",
    "triangle:5": "Triangle of 25",
    "trigrid:4x7": "Triangles 4 × 7",
    "platonic:octahedron": "Octahedron",
    "platonic:dodecahedron": "Dodecahedron",
    "platonic:icosahedron": "Icosahedron",
    petersen: "Petersen graph",
    "cycle:9": "Cycle of 9",
    "star:8": "Star of 8",
    "complete:6": "Complete graph 6",
    "path:9": "Path of 9",
    "grid:5x5,mod=3": "Lights Out 2000",
    "grid:4x4,mod=4": "4 × 4 mod 4",
    "torus:5x5,mod=3": "Torus 5 × 5 mod 3",
    "hex:3,mod=6": "Hexagon mod 6",
    "hypercube:4,mod=3": "Tesseract mod 3",
    "petersen,mod=5": "Petersen mod 5",
    "grid:5x5,pattern=x": "Diagonals 5 × 5",
    "grid:5x5,pattern=king": "King 5 × 5",
    "grid:6x6,pattern=knight": "Knight 6 × 6",
    "torus:6x6,self=off": "Neighbours only 6 × 6",
    "grid:5x5,mask=_###_/#####/##_##/#####/_###_": "Ring",
  },
};

// "5 × 6" stays on one line.
for (const spec of Object.keys(T.boards)) T.boards[spec] = T.boards[spec].replaceAll(" × ", "\u00a0×\u00a0");

/** Whether a press flips a light and those beside or joined to it, as on the classic board. */
function flipsNeighbours({ graph, kind, ref, toggles }) {
  if (!graph || kind === "merlin" || /pattern=(?!king|cross)/.test(ref.spec)) return false;
  return toggles.every((list, u) => list.includes(u) && list.every((v) => toggles[v].includes(u)));
}

/** How many states are solvable, if that many independent invariants must hold. */
function solvableShare(invariants) {
  return invariants === 0 ? "every state is solvable" : `1 state in ${power(invariants)} is solvable`;
}

function power(k) {
  return k <= 20 ? (2 ** k).toLocaleString("en") : `2^${k}`;
}

/** The same where lights have more than two states. Boards in the editor have no share yet. */
function shareOf({ states, lights, switches, nullity, quiet_order: order }) {
  if (nullity === undefined && !order) return "";
  const k = BigInt(states);
  const one = ((order ? BigInt(order) : k ** BigInt(nullity)) * k ** BigInt(lights)) / k ** BigInt(switches);
  return one === 1n ? "every state is solvable" : `1 state in ${shortNumber(one)} is solvable`;
}

function solvableOf(solvable, all) {
  return solvable === all ? `all ${shortNumber(all)}` : `${shortNumber(solvable)}: 1 in ${shortNumber(all / solvable)}`;
}

function shortNumber(n) {
  const digits = String(n);
  return digits.length <= 12 ? n.toLocaleString("en") : `about 10^${digits.length - 1}`;
}

function listed(columns) {
  const names = columns.map((c) => c + 1);
  const last = names.pop();
  return names.length === 0 ? `column ${last}` : `columns ${names.join(", ")} and ${last}`;
}

function short(states, rank) {
  return states.length <= 15 ? Number(states).toLocaleString("en") : `2^${rank}`;
}

/** Whether lights have more than two states. */
export const coloured = (view) => view.states > 2;

/** What a board is called: its name here, or its description. */
export function boardName(view) {
  return view.ref.spec ? (T.boards[view.ref.spec] ?? view.ref.spec.replace(/^grid:(\d+)x(\d+)$/, "$1\u00a0×\u00a0$2")) : T.drawingName;
}

/** What a light or switch is called. */
export function itemName(view, item) {
  if (item.light === null) return T.switchNamed(item.press + 1);
  if (view.outlines || (view.places && view.dims.length === 2)) {
    const [row, col] = view.places[item.light];
    return T.row(row + 1, col + 1);
  }
  return T.node(item.light + 1);
}

/** Fills the page's own elements. */
export function fillTexts(root = document) {
  for (const element of root.querySelectorAll("[data-text]")) element.textContent = T[element.dataset.text];
  for (const element of root.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", T[element.dataset.label]);
    if (element.matches("button")) element.title = T[element.dataset.label];
  }
}
