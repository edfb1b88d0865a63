// The page: what is chosen, where it is kept, and what follows from it.

const ORDERS = ["WL", "LW", "free"];
const FIRST_CARD = { WL: "winner's card first", LW: "loser's card first" };
const MOST_FOUND = 12;
const MOST_SAVED_A_SECOND = 4; // browsers refuse to change the address more often

const { atlas, film: wholeFilm } = JSON.parse(document.getElementById("data").textContent);
const by = (id) => document.getElementById(id);

const positions = atlas?.positions.map((text, at) => ({
  at,
  text: atlas.texts[at] ?? text,
  hands: text.split("|").map((hand) => hand.split(text.includes(",") ? "," : "").filter(Boolean).map(Number)),
  children: atlas.children[at] ?? [],
}));
const onCycle = atlas && Object.fromEntries(ORDERS.map((order) => [order, new Set(atlas.orders[order].on_cycle)]));

let state = {};
let film, frames, path, playing;
let view, shownScene;

// The game from a position

const isOver = ({ hands }) => hands.some((hand) => !hand.length);

/** The position after a turn; under free order one from which a shortest game goes on, if any ends. */
function following({ at, children }, order) {
  if (order !== "free") return children[ORDERS.indexOf(order)];
  const { turns } = atlas.orders.free;
  return turns[at] === null ? undefined : children.find((child) => turns[child] === turns[at] - 1);
}

function playOut(start, order) {
  const played = [start];
  const seen = new Set(played);
  for (let next = following(start, order); next !== undefined; next = following(played.at(-1), order)) {
    played.push(positions[next]);
    if (seen.has(positions[next])) break;
    seen.add(positions[next]);
  }
  return played;
}

const winnerOf = ({ hands }) => (hands.flat().length ? `${hands[0].length ? "Left" : "Right"} has won` : "a tie");

function outcomeOf(played, order) {
  const last = played.at(-1);
  const turns = played.length - 1;
  if (isOver(last)) return `The game is over: ${winnerOf(last)}${turns ? ` after ${counted(turns, "turn")}` : ""}.`;
  const entry = played.indexOf(last);
  if (entry < turns) {
    return `The game never ends: this is the position after turn ${entry}, a cycle of ${counted(turns - entry, "turn")}.`;
  }
  return order === "free" && atlas.orders.free.turns[last.at] === null
    ? "No game from here ends, whoever helps." : "This page does not follow the game further.";
}

function fateOf({ at }, order) {
  const turns = atlas.orders[order].turns[at];
  const length = atlas.orders[order].length[at];
  const isOn = onCycle[order].has(at);
  if (turns === 0) return "the end";
  if (order === "free") {
    const round = isOn ? `; on a cycle, one of ${counted(length, "position")} that reach one another` : "";
    return (turns === null ? "can never end" : `${counted(turns, "turn")} to the end at the earliest`) + round;
  }
  if (turns !== null) return `${counted(turns, "turn")} to the end`;
  return `never ends: ${isOn ? "on" : "runs into"} a cycle of ${counted(length, "turn")}`;
}

/** Who wins the turn that follows, and with how many pairs on the table. */
function turnOf({ hands, children }) {
  const after = positions[children[0]].hands;
  const gain = after[0].length - hands[0].length;
  if (!after.flat().length) return "both hands run out in a draw";
  return `${gain > 0 ? "Left" : "Right"} wins the turn${Math.abs(gain) > 1 ? `, with ${Math.abs(gain)} pairs on the table` : ""}`;
}

// What is shown

function showScene() {
  const { order, colour, cycles } = state;
  const scene = atlas.scenes[order] ?? Object.values(atlas.scenes)[0];
  if (scene !== shownScene) {
    view.show(scene, ({ at, label }) => at === undefined ? label.join(", ") : `${positions[at].text}: ${fateOf(positions[at], order)}`);
    shownScene = scene;
    const shown = scene.nodes.filter(({ at }) => at !== undefined).length;
    by("shown").textContent = `${scene.title}. ${shown ? `${shown.toLocaleString("en")} of ` : ""}${counted(atlas.total, "position")}`
      + `${shown ? " drawn." : ", drawn in groups."}`;
  }
  const { turns } = atlas.orders[order];
  const most = Math.max(1, ...scene.nodes.map(({ at }) => turns[at] ?? 0));
  view.colour(colour === "distance" ? (at) => turns[at] === null ? undefined : turns[at] / most : null);
  by("graph").classList.toggle("distance", colour === "distance");
  by("graph").classList.toggle("cycles", cycles);
  by("legend").replaceChildren(...legendOf(scene, most));
}

function legendOf(scene, most) {
  const kinds = new Set(scene.nodes.map(({ kind }) => kind));
  const orders = new Set(scene.arcs.map(({ order }) => order));
  const told = { terminal: "the end", cycle: "on a cycle", endless: "never ends" };
  const items = Object.keys(FIRST_CARD).filter((order) => orders.has(order)).map((order) =>
    element("li", {}, element("span", { class: `line ${order}` }), `${order}: ${FIRST_CARD[order]}`));
  if (state.colour === "distance") {
    items.push(element("li", {}, "the end", element("span", { class: "scale" }), counted(most, "turn")));
  }
  const isEndless = state.colour === "distance" && scene.nodes.some(({ at }) => at !== undefined && atlas.orders[state.order].turns[at] === null);
  const swatches = state.colour === "distance" ? (isEndless ? ["endless"] : []) : [...kinds];
  for (const [kind, text] of Object.entries(told)) {
    if (swatches.includes(kind)) items.push(element("li", {}, element("span", { class: `swatch ${kind}` }), text));
  }
  return items;
}

function showGame() {
  const [place, plays] = frames[state.step];
  const { players, stakes } = frameElements(film, frames[state.step]);
  by("players").replaceChildren(...players);
  by("table").replaceChildren(...stakes);
  by("said").textContent = said(film, frames[state.step]);
  by("step").max = frames.length - 1;
  by("step").value = state.step;
  by("step").setAttribute("aria-valuetext", `${film.round} ${place} of ${film.rounds.length}`);
  const isLast = state.step === frames.length - 1;
  for (const id of ["first", "back"]) by(id).disabled = state.step === 0;
  for (const id of ["on", "last"]) by(id).disabled = isLast;
  by("play").disabled = isLast && state.step === 0;
  if (!atlas) {
    const count = film.rounds.length.toLocaleString("en");
    const round = (plays ? place + 1 : place).toLocaleString("en");
    by("where").textContent = state.step ? `Round ${round} of ${count}` : `The deal, before ${counted(film.rounds.length, "round")}`;
    return;
  }
  const now = path[place];
  by("where").textContent = apart(now.text);
  view.mark(path.map(({ at }) => at), now.at, state.order === "free" ? ["WL", "LW"] : [state.order]);
  by("fate").replaceChildren(...ORDERS.map((order) => element("tr", { "aria-current": order === state.order ? "true" : null },
    element("th", { scope: "row" }, order), element("td", {}, fateOf(now, order)))));
  by("turn").textContent = `Children${now.children.length ? `: ${turnOf(now)}` : ""}`;
  by("children").replaceChildren(...now.children.map((child, place) => element("li", {},
    element("span", { class: `line ${ORDERS[place]}` }), `${ORDERS[place]} `, positionButton(positions[child], () => choose({ at: child, step: 0 })))));
  if (!now.children.length) {
    by("children").append(element("li", {}, isOver(now) ? `None: ${winnerOf(now)}.` : "This page does not know them."));
  }
  by("path").querySelector("[aria-current]")?.removeAttribute("aria-current");
  const current = by("path").children[place].firstChild;
  current.setAttribute("aria-current", "step");
  by("path").scrollTop = current.offsetTop - by("path").clientHeight / 2;
}

function positionButton(position, act) {
  const button = element("button", { type: "button", class: "position" }, apart(position.text));
  button.addEventListener("click", act);
  return button;
}

function showPath() {
  path = playOut(positions[state.at], state.order);
  film = filmOf(path, atlas.names, outcomeOf(path, state.order));
  by("way").textContent = `Path${isOver(path.at(-1)) ? " to the end" : ""}, ${counted(path.length - 1, "turn")}`;
  by("path").replaceChildren(...path.map((position, turn) => element("li", {}, positionButton(position, () =>
    choose({ step: frames.findIndex(([place]) => place === turn) })))));
}

/** Choose something; what follows from it is shown, and kept in the address. */
function choose(change, isNew = true) {
  const before = state;
  state = { ...state, ...change };
  const isOther = ["at", "order"].some((key) => state[key] !== before[key]) || !frames;
  document.documentElement.style.colorScheme = state.theme || "light dark";
  if (isOther) {
    if (atlas) showPath();
    frames = framesOf(film);
  }
  state.step = Math.min(Math.max(state.step, 0), frames.length - 1);
  if (atlas && ["order", "colour", "cycles"].some((key) => state[key] !== before[key])) showScene();
  showGame();
  showChoice();
  if (isNew) keep(isOther && before.at !== undefined);
}

function showChoice() {
  by("theme").value = state.theme;
  if (!atlas) return;
  by("colour").value = state.colour;
  by("cycles").checked = state.cycles;
  for (const radio of document.getElementsByName("order")) radio.checked = radio.value === state.order;
}

// The address

let lastKept = 0;
let keeping;

function keep(isStep) {
  clearTimeout(keeping);
  const wait = 1000 / MOST_SAVED_A_SECOND - (performance.now() - lastKept);
  if (wait > 0 && !isStep) {
    keeping = setTimeout(keep, wait);
    return;
  }
  lastKept = performance.now();
  const told = { at: atlas && positions[state.at].text, order: atlas && state.order, step: state.step || "",
    colour: state.colour === "distance" ? "distance" : "", cycles: state.cycles ? "only" : "", theme: state.theme };
  const address = `#${new URLSearchParams(Object.entries(told).filter(([, value]) => value))}`;
  if (address !== location.hash) history[isStep ? "pushState" : "replaceState"](null, "", address);
}

function kept() {
  const told = new URLSearchParams(location.hash.slice(1));
  const order = told.get("order");
  const theme = told.get("theme");
  return {
    at: find(told.get("at") ?? "")?.at ?? atlas?.start,
    order: ORDERS.includes(order) ? order : "WL",
    step: Math.trunc(Number(told.get("step"))) || 0,
    colour: told.get("colour") === "distance" ? "distance" : "kind",
    cycles: told.get("cycles") === "only",
    theme: ["light", "dark"].includes(theme) ? theme : "",
  };
}

// The search

/** A text with which positions are compared: however the cards are divided, and whatever is a capital. */
function key(text) {
  return text.toLowerCase().replace(/[\s,]+/g, " ").replace(/ ?\| ?/g, "|").trim();
}

const spaced = (hands) => hands.map((hand) => hand.join(" ")).join("|");
const keys = positions?.map(({ text, hands }) => [key(text), spaced(hands), hands.map((hand) => hand.join("")).join("|")]);

/** The position that a text means; names may differ in capitals only. */
function find(text) {
  const wanted = key(text);
  return positions?.find((position) => position.text === text) ?? positions?.find(({ at }) => keys[at].includes(wanted));
}

function suggest() {
  const wanted = key(by("wanted").value);
  const found = wanted ? positions.filter(({ at }) => keys[at].some((each) => each.startsWith(wanted))).slice(0, MOST_FOUND) : [];
  by("found").replaceChildren(...found.map(({ text }) => element("option", { value: text })));
}

function search(event) {
  event.preventDefault();
  const text = by("wanted").value;
  const found = find(text);
  by("note").textContent = found ? "" : `${apart(text)} is none of the ${counted(positions.length, "position")} that this page knows: `
    + `write both hands, top card first, with a bar between them, such as ${apart(positions[atlas.start].text)}.`;
  if (found) choose({ at: found.at, step: 0 });
}

// The film

function stop() {
  clearTimeout(playing);
  playing = undefined;
  by("play").textContent = "Play";
}

function play() {
  if (playing !== undefined) return stop();
  if (state.step === frames.length - 1) choose({ step: 0 });
  by("play").textContent = "Pause";
  const tick = () => {
    choose({ step: state.step + 1 });
    if (state.step === frames.length - 1) stop();
    else wait();
  };
  const wait = () => {
    playing = setTimeout(tick, Number(by("speed").value));
  };
  wait();
}

function step(forward, isWholeTurn) {
  stop();
  const isStop = ([, plays]) => !isWholeTurn || plays === 0;
  let next = state.step + forward;
  while (frames[next] && !isStop(frames[next])) next += forward;
  choose({ step: next });
}

function goTo(place) {
  stop();
  choose({ step: place });
}

const gameKeys = {
  ArrowRight: (event) => step(1, event.shiftKey),
  ArrowLeft: (event) => step(-1, event.shiftKey),
  Home: () => goTo(0),
  End: () => goTo(frames.length - 1),
  " ": play,
};

document.addEventListener("keydown", (event) => {
  const isTaken = event.target.closest("input, select") || (event.key === " " && event.target.closest("button"));
  if (isTaken || event.ctrlKey || event.metaKey || event.altKey || !gameKeys[event.key]) return;
  gameKeys[event.key](event);
  event.preventDefault();
});
by("play").addEventListener("click", play);
by("back").addEventListener("click", (event) => step(-1, event.shiftKey));
by("on").addEventListener("click", (event) => step(1, event.shiftKey));
by("first").addEventListener("click", () => goTo(0));
by("last").addEventListener("click", () => goTo(frames.length - 1));
by("step").addEventListener("input", () => goTo(Number(by("step").value)));
by("theme").addEventListener("change", () => choose({ theme: by("theme").value }));
window.addEventListener("hashchange", () => choose(kept(), false));
window.addEventListener("popstate", () => choose(kept(), false));

if (atlas) {
  by("map").hidden = by("about").hidden = false;
  view = graphView(by("graph"), (at) => choose({ at, step: 0 }));
  by("search").addEventListener("submit", search);
  by("wanted").addEventListener("input", suggest);
  by("order").addEventListener("change", (event) => choose({ order: event.target.value, step: 0 }));
  by("colour").addEventListener("change", () => choose({ colour: by("colour").value }));
  by("cycles").addEventListener("change", () => choose({ cycles: by("cycles").checked }));
  by("nearer").addEventListener("click", () => view.zoom(1.4));
  by("farther").addEventListener("click", () => view.zoom(1 / 1.4));
  by("whole").addEventListener("click", () => view.fit());
} else {
  film = { ...wholeFilm, outcome: `${capital(wholeFilm.outcome)}.`, round: "round" };
  document.body.classList.add("film");
  by("shown").textContent = film.outcome;
}
choose(kept(), false);
