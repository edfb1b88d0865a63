// A game, played frame by frame. A frame is a pair: a round, and the number of its plays that lie on the table.

/** A turn in the War graph as a round, from the positions before and after it. */
function roundOf({ hands: [left, right] }, after) {
  const gain = after.hands[0].length - left.length;
  const isTie = !after.hands.flat().length;
  const pairs = isTie ? left.length : Math.abs(gain); // in a tie all cards were drawn
  return {
    plays: left.slice(0, pairs).map((card, pair) => [[0, card, false], [1, right[pair], false]]),
    winner: isTie ? null : gain > 0 ? 0 : 1,
    hands: after.hands,
  };
}

/** A game in the War graph as data, from the positions that it passes through. */
function gameOf(path, names, outcome) {
  const rounds = path.slice(1).map((after, turn) => roundOf(path[turn], after));
  return { players: ["Left", "Right"], hands: path[0].hands, rounds, outcome, names, round: "turn" };
}

function framesOf(game) {
  const frames = game.rounds.flatMap((round, place) =>
    [...Array(round.plays.length + 1).keys()].map((plays) => [place, plays]));
  return [...frames, [game.rounds.length, 0]];
}

/** The hands, the piles and the cards carried over before a round. */
function heldBefore(game, place) {
  const { hands, piles = [], table = [] } = place ? game.rounds[place - 1] : game;
  return { hands: hands.map((hand) => [...hand]), piles: hands.map((_, player) => piles[player] ?? []), table };
}

const nameIn = (game, card) => game.names[card - 1] ?? String(card);

/** A sentence on what happened last. */
function said(game, [place, plays]) {
  const number = (round) => `${capital(game.round)} ${(round + 1).toLocaleString("en")}`;
  if (plays) {
    const laid = game.rounds[place].plays[plays - 1].map(
      ([player, card, down]) => `${game.players[player]} plays the ${nameIn(game, card)}${down ? " face down" : ""}`);
    const isWar = plays < game.rounds[place].plays.length && game.rounds[place].plays[plays - 1].some(([, , down]) => !down);
    return `${number(place)}: ${laid.join(", ")}.${isWar ? " A tie: war!" : ""}`;
  }
  const outcome = place === game.rounds.length ? ` ${game.outcome}` : "";
  if (!place) return `The cards are dealt.${outcome}`;
  const { winner, plays: laid } = game.rounds[place - 1];
  const cards = laid.flat().length + heldBefore(game, place - 1).table.length;
  const taken = winner === null ? "nobody takes the cards" : `${game.players[winner]} takes ${counted(cards, "card")}`;
  return `${number(place - 1)}: ${taken}.${outcome}`;
}

/** The elements for the hands of all players in a frame, and for the cards they have on the table. */
function frameElements(game, [place, plays]) {
  const { hands, piles, table } = heldBefore(game, place);
  const laid = plays ? game.rounds[place].plays.slice(0, plays) : [];
  for (const [player, card] of laid.flat()) {
    if (!hands[player].length) [hands[player], piles[player]] = [[...piles[player]], []];
    hands[player].splice(hands[player].indexOf(card), 1);
  }
  const cardOf = (card, ...how) => cardElement(nameIn(game, card), ...how);
  const rowOf = (label, cards) => cardRow(label, cards.map((card) => cardOf(card)));
  const players = game.players.map((player, number) => {
    const pile = piles[number];
    const isWinner = plays === 0 && place > 0 && game.rounds[place - 1].winner === number;
    return element("div", {},
      element("h3", { class: "player" }, player,
        element("small", {}, counted(hands[number].length + pile.length, "card")),
        element("small", { class: "won" }, isWinner ? "takes" : "")),
      rowOf(`${player}'s hand`, hands[number]),
      ...(pile.length ? [element("small", {}, "won"), rowOf(`${player}'s cards won`, pile)] : []));
  });
  if (!laid.length && !table.length) return { players, stakes: [element("small", {}, "No card is on the table.")] };
  const stakes = game.players.map((player, number) => element("div", {}, element("small", {}, player),
    cardRow(`${player} on the table`, laid.flatMap((play, layer) => play.filter(([owner]) => owner === number)
      .map(([, card, isDown]) => cardOf(card, isDown, layer === plays - 1))))));
  if (table.length) stakes.push(element("div", {}, element("small", {}, "carried over"), rowOf("Carried over", table)));
  return { players, stakes };
}
