// The page: what is chosen, which the address keeps, and what the page shows for it.

const DELAY = 250; // milliseconds: browsers refuse to change the address more often

const by = (id) => document.getElementById(id);

if (!graphData) {
  by("map").remove();
  by("about").remove();
}
const chosen = document.forms.state.elements;
const view = graphData && graphView(by("graph"), by("overview"), (at) => begin(positions[at]));
let game, frames, path; // the positions of the game, from where it begins
let drawing, drawn, playing, keeping;

/** Begin the game at a position. */
function begin(position, step = 0, isEntry = position !== path[0]) {
  if (graphData) {
    showGraph();
    showPath(position);
  }
  frames = framesOf(game);
  chosen.step.max = frames.length - 1;
  goTo(step, isEntry);
}

/** Go to a step of the game, or to the nearest there is. */
function goTo(step, isEntry) {
  chosen.step.value = step;
  showStep();
  keep(isEntry);
}

/** Keep what is chosen in the address: as a new entry of the history, or, a little later, in place of the last one. */
function keep(isEntry = false) {
  clearTimeout(keeping); // or it would change the address of another entry
  const address = new URLSearchParams(new FormData(document.forms.state));
  if (graphData) address.set("at", path[0].text);
  if (isEntry) history.pushState(null, "", `#${address}`);
  else keeping = setTimeout(() => history.replaceState(null, "", `#${address}`), DELAY);
}

/** Choose what the address says, with defaults for what is missing or not valid. */
function restore() {
  const address = new URLSearchParams(location.hash.slice(1));
  for (const control of chosen) control.checked = control.value === address.get(control.name);
  if (graphData) chosen.order.value ||= ORDERS[0];
  begin(find(address.get("at") ?? "") ?? positions?.[graphData.start], parseInt(address.get("step")) || 0, false);
}

// What is shown

function showGraph() {
  const order = chosen.order.value;
  const before = drawing;
  drawing = graphData.drawings[order] ?? Object.values(graphData.drawings)[0];
  if (drawing !== before) {
    drawn = view.show(drawing, (at) => `${positions[at].text}: ${fateOf(positions[at], order)}`);
    by("shown").textContent = drawing.shown;
  }
  const { turns } = graphData.orders[order];
  const most = Math.max(1, ...[...drawn].map((at) => turns[at]));
  const isShaded = chosen.colour.checked && drawn.size > 0;
  view.colour(isShaded ? (at) => (turns[at] === null ? undefined : turns[at] / most) : null);
  by("graph").classList.toggle("distance", isShaded);
  by("graph").classList.toggle("cycles", chosen.cycles.checked);
  by("most").textContent = counted(most, "turn");
  for (const item of by("legend").children) item.hidden = !by("graph").querySelector(item.dataset.of);
}

function showPath(position) {
  path = playOut(position, chosen.order.value);
  game = gameOf(path, graphData.names, outcomeOf(path, chosen.order.value));
  by("way").textContent = `Path${isOver(path.at(-1)) ? " to the end" : ""}, ${counted(path.length - 1, "turn")}`;
  by("path").replaceChildren(...path.map((position, turn) => element("li", {}, positionButton(position, () =>
    goTo(frames.findIndex(([place]) => place === turn))))));
}

function showStep() {
  const step = chosen.step.valueAsNumber;
  const [place, plays] = frames[step];
  const { players, stakes } = frameElements(game, frames[step]);
  by("players").replaceChildren(...players);
  by("table").replaceChildren(...stakes);
  by("said").textContent = said(game, frames[step]);
  chosen.step.setAttribute("aria-valuetext", `${game.round} ${place} of ${game.rounds.length}`);
  for (const id of ["first", "back"]) by(id).disabled = step === 0;
  for (const id of ["on", "last"]) by(id).disabled = step === frames.length - 1;
  by("play").disabled = frames.length === 1;
  if (graphData) return showPosition(path[place], place);
  const [round, count] = [plays ? place + 1 : place, game.rounds.length].map((number) => number.toLocaleString("en"));
  by("where").textContent = step ? `${capital(game.round)} ${round} of ${count}` : `The deal, before ${count} ${game.round}s`;
}

function showPosition(now, turn) {
  const order = chosen.order.value;
  by("note").textContent = drawn.size && !drawn.has(now.at) ? `${now.text} is not in this picture.` : "";
  by("where").textContent = now.text;
  view.mark(path.map(({ at }) => at), now.at, order === "free" ? ["WL", "LW"] : [order]);
  by("fate").replaceChildren(...ORDERS.map((each) => element("tr", { "aria-current": each === order ? "true" : null },
    element("th", { scope: "row" }, each), element("td", {}, fateOf(now, each)))));
  by("turn").textContent = `Children${now.children.length ? `: ${turnOf(now)}` : ""}`;
  by("children").replaceChildren(...now.children.map((child, column) => element("li", {},
    by("legend").children[column].firstChild.cloneNode(true), `${ORDERS[column]} `,
    positionButton(positions[child], () => goOn(child, column)))));
  if (!now.children.length) {
    by("children").append(element("li", {}, isOver(now) ? `None: ${winnerOf(now)}.` : "This page does not know them."));
  }
  by("path").querySelector("[aria-current]")?.removeAttribute("aria-current");
  const current = by("path").children[turn].firstChild;
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
  begin(positions[child]);
  (by("children").querySelectorAll("button")[column] ?? by("path").querySelector("[aria-current]")).focus();
}

// What is done

function search() {
  const found = find(by("wanted").value);
  if (found) return begin(found);
  by("note").textContent = `${by("wanted").value} is none of the ${counted(positions.length, "position")} that this page knows: `
    + `write both hands, top card first, with a bar between them, such as ${positions[graphData.start].text}.`;
}

function stop() {
  clearTimeout(playing);
  playing = undefined;
  by("play").textContent = "Play";
}

function play() {
  if (playing !== undefined) return stop();
  if (by("on").disabled) goTo(0);
  by("play").textContent = "Pause";
  wait();
}

function wait() {
  playing = setTimeout(() => {
    goTo(chosen.step.valueAsNumber + 1);
    if (by("on").disabled) stop();
    else wait();
  }, Number(by("speed").value));
}

/** Stop and go on by one step, or back, or to the next turn. */
function walk(forward, isWholeTurn) {
  let next = chosen.step.valueAsNumber + forward;
  while (isWholeTurn && frames[next]?.[1]) next += forward;
  stop();
  goTo(next);
}

const gameKeys = {
  ArrowRight: (event) => walk(1, event.shiftKey),
  ArrowLeft: (event) => walk(-1, event.shiftKey),
  Home: () => walk(-frames.length),
  End: () => walk(frames.length),
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
document.addEventListener("submit", (event) => {
  event.preventDefault();
  if (event.target === by("search")) search();
});
document.addEventListener("input", ({ target: { name, checked } }) => {
  if (name === "step") walk(0);
  if (name === "order") begin(path[0], 0, true);
  if (name !== "colour" && name !== "cycles") return;
  showGraph();
  goTo(chosen.step.value);
  if (name === "cycles" && checked && !view.goToCycle()) {
    by("note").textContent = "No position in this picture is on a cycle.";
  }
});
window.addEventListener("popstate", restore);

if (graphData) {
  by("found").append(...positions.map(({ text }) => element("option", { value: text })));
} else {
  game = { ...givenGame, outcome: `${capital(givenGame.outcome)}.` };
  by("shown").textContent = game.outcome;
}
restore();
