// The page: its state, the address that keeps the state, and what the page shows for it.

const DELAY = 250; // milliseconds: browsers refuse to change the address more often

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
    view.show(scene, (at) => `${positions[at].text}: ${fateOf(positions[at], order)}`);
    drawn = new Set(view.drawn());
    const total = counted(atlas.total, "position");
    const some = `${drawn.size.toLocaleString("en")} of ${total} drawn`;
    const all = drawn.size === atlas.total ? `All ${total} drawn` : `${some}${scene.omitted ? `; ${scene.omitted}` : ""}`;
    by("shown").textContent = `${scene.title}. ${drawn.size ? all : `${total}, drawn in groups`}.`;
  }
  const { turns } = atlas.orders[order];
  const most = Math.max(1, ...[...drawn].map((at) => turns[at]));
  const isShaded = colour === "distance" && drawn.size > 0;
  view.colour(isShaded ? (at) => (turns[at] === null ? undefined : turns[at] / most) : null);
  by("graph").classList.toggle("distance", isShaded);
  by("graph").classList.toggle("cycles", cycles);
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
  const isLast = state.step === frames.length - 1;
  for (const id of ["first", "back"]) by(id).disabled = state.step === 0;
  for (const id of ["on", "last"]) by(id).disabled = isLast;
  by("play").disabled = frames.length === 1;
  if (!atlas) {
    const [round, count] = [plays ? place + 1 : place, game.rounds.length].map((number) => number.toLocaleString("en"));
    by("where").textContent = state.step ? `${capital(game.round)} ${round} of ${count}` : `The deal, before ${count} ${game.round}s`;
    return;
  }
  const now = path[place];
  const isHidden = drawn.size > 0 && !drawn.has(now.at);
  by("note").textContent = isHidden ? `${now.text} is not in this picture.` : "";
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
  choose({ at: child, step: 0 });
  (by("children").querySelectorAll("button")[column] ?? by("path").querySelector("[aria-current]")).focus();
}

function showPath() {
  path = playOut(positions[state.at], state.order);
  game = gameOf(path, atlas.names, outcomeOf(path, state.order));
  by("way").textContent = `Path${isOver(path.at(-1)) ? " to the end" : ""}, ${counted(path.length - 1, "turn")}`;
  by("path").replaceChildren(...path.map((position, turn) => element("li", {}, positionButton(position, () =>
    choose({ step: frames.findIndex(([place]) => place === turn) })))));
}

/** Change the state, show what follows from it, and keep it in the address. */
function choose(change, isNew = true) {
  const before = state;
  state = { ...state, ...change };
  const isOther = ["at", "order"].some((key) => state[key] !== before[key]) || !frames;
  document.documentElement.style.colorScheme = state.theme || "light dark";
  if (isOther) {
    if (atlas) showPath();
    frames = framesOf(game);
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

let keeping;

/** Keep the state in the address: as a new entry of the history, or, a little later, in place of the last one. */
function keep(isEntry) {
  const parameters = { at: atlas && positions[state.at].text, order: atlas && state.order, step: state.step || "",
    colour: state.colour === "distance" ? "distance" : "", cycles: state.cycles ? "only" : "", theme: state.theme };
  const address = `#${new URLSearchParams(Object.entries(parameters).filter(([, value]) => value))}`;
  clearTimeout(keeping);
  if (isEntry) history.pushState(null, "", address);
  else keeping = setTimeout(() => history.replaceState(null, "", address), DELAY);
}

/** The state that the address holds, with defaults for what is missing or not valid. */
function kept() {
  const parameters = new URLSearchParams(location.hash.slice(1));
  const order = parameters.get("order");
  const theme = parameters.get("theme");
  return {
    at: find(parameters.get("at") ?? "")?.at ?? atlas?.start,
    order: ORDERS.includes(order) ? order : "WL",
    step: Math.trunc(Number(parameters.get("step"))) || 0,
    colour: parameters.get("colour") === "distance" ? "distance" : "kind",
    cycles: parameters.get("cycles") === "only",
    theme: ["light", "dark"].includes(theme) ? theme : "",
  };
}

// The search

function search(event) {
  event.preventDefault();
  const text = by("wanted").value;
  const found = find(text);
  if (found) return choose({ at: found.at, step: 0 });
  by("note").textContent = `${text} is none of the ${counted(positions.length, "position")} that this page knows: `
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
  const wait = () => {
    playing = setTimeout(() => {
      choose({ step: state.step + 1 });
      if (state.step === frames.length - 1) stop();
      else wait();
    }, Number(by("speed").value));
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
by("controls").addEventListener("click", (event) => gameKeys[event.target.dataset.key]?.(event));
by("step").addEventListener("input", () => goTo(Number(by("step").value)));
by("theme").addEventListener("change", () => choose({ theme: by("theme").value }));
window.addEventListener("popstate", () => choose(kept(), false));

if (atlas) {
  by("map").hidden = by("about").hidden = false;
  view = graphView(by("graph"), by("overview"), (at) => choose({ at, step: 0 }));
  by("search").addEventListener("submit", search);
  by("found").append(...positions.map(({ text }) => element("option", { value: text })));
  by("order").addEventListener("change", (event) => choose({ order: event.target.value, step: 0 }));
  by("colour").addEventListener("change", () => choose({ colour: by("colour").value }));
  by("cycles").addEventListener("change", () => {
    choose({ cycles: by("cycles").checked });
    if (state.cycles && !view.goToCycle()) by("note").textContent = "No position in this picture is on a cycle.";
  });
  by("zoom").addEventListener("click", ({ target }) => view.press(target.dataset.key));
} else {
  game = { ...givenGame, outcome: `${capital(givenGame.outcome)}.` };
  document.body.classList.add("game");
  by("shown").textContent = game.outcome;
}
choose(kept(), false);
