// What linear algebra says of the board that is being edited, with its quiet patterns drawn.
import { attempt, showWitness } from "./actions.js";
import { call } from "./backend.js";
import { byId, h } from "./dom.js";
import { position } from "./game.js";
import { thumbnail } from "./picture.js";
import { sceneOf } from "./scene.js";
import { say, state, subscribe } from "./store.js";
import { T, coloured } from "./texts.js";

const place = byId("analysis");
let analysed = null; // the game that the facts are about

byId("analyse").addEventListener("click", analyse);
subscribe(() => {
  if (analysed && analysed !== state.game) {
    analysed = null;
    place.replaceChildren();
  }
});

function analyse() {
  const { game } = state;
  if (game.view.lights === 0) return say(T.editEmpty, "bad");
  return attempt(async () => {
    const facts = await call("analyse", position(game));
    if (game !== state.game) return;
    analysed = game;
    showFacts(facts);
    if (!facts.solvable) showWitness(facts);
  });
}

function showFacts(facts) {
  const { view } = state.game;
  const rows = [
    [T.factLights, facts.lights],
    [T.factSwitches, facts.switches],
    ...(facts.quiet_order ? [[T.states.quietOrder, facts.quiet_order]]
      : [[T.factRank, facts.rank], [T.factNullity, facts.nullity]]),
    [T.factStates, T.solvableStates(view.states, facts)],
    [T.factState, facts.solvable ? T.factSolvable : T.factUnsolvable],
  ];
  const scene = sceneOf(view, state.places);
  place.replaceChildren(
    h("dl", { class: "facts" },
      rows.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, String(value))))),
    h("p", { class: "note" }, facts.quiet.length === 0
      ? T.quietNone : T.quietSome(facts.quiet.length, facts.nullity ?? facts.quiet.length)),
    h("div", { class: "shelf quiet-shelf" }, facts.quiet.map((pattern, k) =>
      h("button", { type: "button", class: "pick", "aria-label": T.quietName(k + 1),
        onclick: () => showQuiet(pattern, k) }, thumbnail(scene, new Map(), { marked: pattern })))));
}

function showQuiet(pattern, k) {
  say((coloured(state.game.view) ? T.states.quiet : T.quietShown)(k + 1, pattern.length), "hint", { quiet: pattern });
}
