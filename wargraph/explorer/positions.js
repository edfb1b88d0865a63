// What the page knows: the positions of a War graph, their games and fates; or a game.

const ORDERS = ["WL", "LW", "free"];
const { graph: graphData, game: givenGame } = JSON.parse(document.getElementById("data").textContent);

const positions = graphData?.positions.map((text, at) => ({
  at,
  text: graphData.texts[at] ?? text,
  hands: text.split("|").map((hand) => hand.split(text.includes(",") ? "," : "").filter(Boolean).map(Number)),
  children: graphData.children[at] ?? [],
}));
const onCycle = graphData && Object.fromEntries(ORDERS.map((order) => [order, new Set(graphData.orders[order].on_cycle)]));

const isOver = ({ hands }) => hands.some((hand) => !hand.length);

/** The position after a turn. Under free order it lies on a shortest game, if any game ends. */
function following({ at, children }, order) {
  if (order !== "free") return positions[children[ORDERS.indexOf(order)]];
  const { turns } = graphData.orders.free;
  return positions[children.find((child) => turns[at] !== null && turns[child] === turns[at] - 1)];
}

/** The game from a position to its end, once round its cycle, or as far as the page follows it. */
function playOut(start, order) {
  const played = new Set();
  let next = start;
  for (; next && !played.has(next); next = following(next, order)) played.add(next);
  return next ? [...played, next] : [...played];
}

const winnerOf = ({ hands: [left, right] }) => (left.length ? "Left has won" : right.length ? "Right has won" : "a tie");

function outcomeOf(played, order) {
  const last = played.at(-1);
  const turns = played.length - 1;
  if (isOver(last)) return `The game is over: ${winnerOf(last)}${turns ? ` after ${counted(turns, "turn")}` : ""}.`;
  const entry = played.indexOf(last);
  if (entry < turns) {
    const cycle = counted(turns - entry, "turn");
    return `The game never ends: this position repeats the one after turn ${entry}, a cycle of ${cycle}.`;
  }
  return order === "free" && graphData.orders.free.turns[last.at] === null
    ? "No game from this position ends, even if both players help." : "This page does not follow the game further.";
}

function fateOf({ at }, order) {
  const turns = graphData.orders[order].turns[at];
  const length = graphData.orders[order].length[at];
  const isOn = onCycle[order].has(at);
  if (turns === 0) return "the end";
  if (order === "free") {
    const round = isOn ? `; on a cycle, one of ${counted(length, "position")} that reach one another` : "";
    return (turns === null ? "can never end" : `${counted(turns, "turn")} to the end at the earliest`) + round;
  }
  if (turns !== null) return `${counted(turns, "turn")} to the end`;
  return `never ends: ${isOn ? "on" : "runs into"} a cycle of ${counted(length, "turn")}`;
}

/** The winner of the next turn, and the number of pairs on the table. */
function turnOf(position) {
  const { winner, plays: { length } } = roundOf(position, positions[position.children[0]]);
  if (winner === null) return "both hands run out in a draw";
  return `${["Left", "Right"][winner]} wins the turn${length > 1 ? `, with ${length} pairs on the table` : ""}`;
}

/** A form of a text that does not depend on separators and capitals. */
const key = (text) => text.toLowerCase().replace(/[\s,]+/g, " ").replace(/ ?\| ?/g, "|").trim();

/** The position that a text names. An exact match comes first, because names may differ only in capitals. */
function find(wanted) {
  const namesIt = ({ text, hands }) =>
    [text, ...[" ", ""].map((gap) => hands.map((hand) => hand.join(gap)).join("|"))].map(key).includes(key(wanted));
  return positions?.find(({ text }) => text === wanted) ?? positions?.find(namesIt);
}
