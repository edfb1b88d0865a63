// The page: its state, the address that keeps the state, and what the page shows for it.

const DELAY = 250; // milliseconds: browsers refuse to change the address more often

/** The values of each control that has this name, the default first. */
const CHOICES = { order: ORDERS, colour: ["", "distance"], cycles: ["", "only"] };

const by = (id) => document.getElementById(id);

let state = {};
let game, frames, path, playing;
let view, scene, drawn;

// What is shown

function showScene() {
  const { order, colour, cycles } = state;
  const before = scene;
  scene = atlas.scenes[order] ?? Object.values(atlas.scenes)[0];
  if (scene !== before) {
    drawn = view.show(scene, (at) => `${positions[at].text}: ${fateOf(positions[at], order)}`);
    by("shown").textContent = scene.shown;
  }
  const { turns } = atlas.orders[order];
  const most = Math.max(1, ...[...drawn].map((at) => turns[at]));
  const isShaded = colour === "distance" && drawn.size > 0;
  view.colour(isShaded ? (at) => (turns[at] === null ? undefined : turns[at] / most) : null);
  by("graph").classList.toggle("distance", isShaded);
  by("graph").classList.toggle("cycles", cycles === "only");
  by("most").textContent = counted(most, "turn");
  for (const item of by("legend").children) item.hidden = !by("map").querySelector(item.dataset.of);
}

function showGame() {
  const [place, plays] = frames[state.step];
  const { players, stakes } = frameElements(game, frames[state.step]);
  by("players").replaceChildren(...players);
  by("table").replaceChildren(...stakes);
  by("said").textContent = said(game, frames[state.step]);
  by("step").max = frames.length - 1;
  by("step").value = state.step;
  by("step").setAttribute("aria-valuetext", `${game.round} ${place} of ${game.rounds.length}`);
  for (const id of ["first", "back"]) by(id).disabled = state.step === 0;
  for (const id of ["on", "last"]) by(id).disabled = state.step === frames.length - 1;
  by("play").disabled = frames.length === 1;
  if (!atlas) {
    const [round, count] = [plays ? place + 1 : place, game.rounds.length].map((number) => number.toLocaleString("en"));
    by("where").textContent = state.step ? `${capital(game.round)} ${round} of ${count}` : `The deal, before ${count} ${game.round}s`;
    return;
  }
  const now = path[place];
  by("note").textContent = drawn.size && !drawn.has(now.at) ? `${now.text} is not in this picture.` : "";
  by("where").textContent = now.text;
  view.mark(path.map(({ at }) => at), now.at, state.order === "free" ? ["WL", "LW"] : [state.order]);
  by("fate").replaceChildren(...ORDERS.map((order) =>
    element("tr", { "aria-current": order === state.order ? "true" : null },
      element("th", { scope: "row" }, order), element("td", {}, fateOf(now, order)))));
  by("turn").textContent = `Children${now.children.length ? `: ${turnOf(now)}` : ""}`;
  by("children").replaceChildren(...now.children.map((child, column) => element("li", {},
    element("span", { class: `line ${ORDERS[column]}` }), `${ORDERS[column]} `,
    positionButton(positions[child], () => goOn(child, column)))));
  if (!now.children.length) {
    by("children").append(element("li", {}, isOver(now) ? `None: ${winnerOf(now)}.` : "This page does not know them."));
  }
  by("path").querySelector("[aria-current]")?.removeAttribute("aria-current");
  const current = by("path").children[place].firstChild;
  current.setAttribute("aria-current", "step");
  by("path").scrollTop = current.offsetTop - by("path").clientHeight / 2;
}

function positionButton(position, act) {
  const button = element("button", { type: "button", class: "position" }, position.text);
  button.addEventListener("click", act);
  return button;
}

/** Go on to a child. The focus stays in its column, so that the keyboard can follow a game child by child. */
function goOn(child, column) {
  choose({ at: child });
  (by("children").querySelectorAll("button")[column] ?? by("path").querySelector("[aria-current]")).focus();
}

function showPath() {
  path = playOut(positions[state.at], state.order);
  game = gameOf(path, atlas.names, outcomeOf(path, state.order));
  by("way").textContent = `Path${isOver(path.at(-1)) ? " to the end" : ""}, ${counted(path.length - 1, "turn")}`;
  by("path").replaceChildren(...path.map((position, turn) => element("li", {}, positionButton(position, () =>
    choose({ step: frames.findIndex(([place]) => place === turn) })))));
}

/** Change the state, show what follows from it, and keep it in the address. A game begins at its start. */
function choose(change, isNew = true) {
  const changes = (name) => name in change && change[name] !== state[name];
  const [isOther, isRedrawn] = [["at", "order"].some(changes), Object.keys(CHOICES).some(changes)];
  const begins = "at" in change || "order" in change;
  state = { ...state, step: begins ? 0 : state.step, ...change };
  if (isOther) {
    if (atlas) showPath();
    frames = framesOf(game);
  }
  state.step = Math.min(Math.max(state.step, 0), frames.length - 1);
  if (atlas && isRedrawn) showScene();
  showGame();
  for (const control of document.querySelectorAll("input[name]")) control.checked = control.value === state[control.name];
  clearTimeout(keeping); // or it would change the address of another entry
  if (isNew) keep(isOther);
}

// The address

let keeping;

/** Keep the state in the address: as a new entry of the history, or, a little later, in place of the last one. */
function keep(isEntry) {
  const parameters = { at: atlas && positions[state.at].text, step: state.step || "" };
  for (const name in CHOICES) parameters[name] = state[name] === CHOICES[name][0] ? "" : state[name];
  const address = `#${new URLSearchParams(Object.entries(parameters).filter(([, value]) => value))}`;
  if (isEntry) history.pushState(null, "", address);
  else keeping = setTimeout(() => history.replaceState(null, "", address), DELAY);
}

/** The state that the address holds, with defaults for what is missing or not valid. */
function kept() {
  const parameters = new URLSearchParams(location.hash.slice(1));
  const choices = Object.entries(CHOICES).map(([name, values]) =>
    [name, values.find((value) => value === parameters.get(name)) ?? values[0]]);
  const at = find(parameters.get("at") ?? "")?.at ?? atlas?.start;
  return { ...Object.fromEntries(choices), at, step: Math.trunc(Number(parameters.get("step"))) || 0 };
}

// The search

function search(event) {
  event.preventDefault();
  const found = find(by("wanted").value);
  if (found) return choose({ at: found.at });
  by("note").textContent = `${by("wanted").value} is none of the ${counted(positions.length, "position")} that this page knows: `
    + `write both hands, top card first, with a bar between them, such as ${positions[atlas.start].text}.`;
}

// Playing

function stop() {
  clearTimeout(playing);
  playing = undefined;
  by("play").textContent = "Play";
}

function play() {
  if (playing !== undefined) return stop();
  if (state.step === frames.length - 1) choose({ step: 0 });
  by("play").textContent = "Pause";
  wait();
}

function wait() {
  playing = setTimeout(() => {
    choose({ step: state.step + 1 });
    if (state.step === frames.length - 1) stop();
    else wait();
  }, Number(by("speed").value));
}

function goTo(place) {
  stop();
  choose({ step: place });
}

function step(forward, isWholeTurn) {
  let next = state.step + forward;
  while (isWholeTurn && frames[next]?.[1]) next += forward;
  goTo(next);
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
  const act = (event.target === by("graph") && view.keys[event.key]) || gameKeys[event.key];
  if (isTaken || event.ctrlKey || event.metaKey || event.altKey || !act) return;
  act(event);
  event.preventDefault();
});
document.addEventListener("click", (event) => {
  const { key } = event.target.dataset;
  (gameKeys[key] ?? view?.keys[key])?.(event);
});
by("step").addEventListener("input", () => goTo(Number(by("step").value)));
document.addEventListener("change", ({ target: { name, type, checked, value } }) => {
  if (!(name in CHOICES)) return;
  choose({ [name]: type === "checkbox" && !checked ? "" : value });
  if (name === "cycles" && checked && !view.goToCycle()) {
    by("note").textContent = "No position in this picture is on a cycle.";
  }
});
window.addEventListener("popstate", () => choose(kept(), false));

if (atlas) {
  by("map").hidden = by("about").hidden = false;
  view = graphView(by("graph"), by("overview"), (at) => choose({ at }));
  by("search").addEventListener("submit", search);
  by("found").append(...positions.map(({ text }) => element("option", { value: text })));
} else {
  game = { ...givenGame, outcome: `${capital(givenGame.outcome)}.` };
  document.body.classList.add("game");
  by("shown").textContent = game.outcome;
}
choose(kept(), false);
