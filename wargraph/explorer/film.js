// A game as a film. A frame is a pair: a round, and the number of its plays that lie on the table.

/** The film of a game in the War graph, from the positions that it passes through. */
function filmOf(path, names, outcome) {
  const rounds = path.slice(1).map((after, turn) => {
    const [left, right] = path[turn].hands;
    const gain = after.hands[0].length - left.length;
    const pairs = after.hands.flat().length ? Math.abs(gain) : left.length; // in a tie all cards were drawn
    return {
      plays: left.slice(0, pairs).map((card, pair) => [[0, card, false], [1, right[pair], false]]),
      winner: gain > 0 ? 0 : right.length < after.hands[1].length ? 1 : null,
      hands: after.hands,
    };
  });
  return { players: ["Left", "Right"], hands: path[0].hands, rounds, outcome, names, round: "turn" };
}

function framesOf(film) {
  const frames = film.rounds.flatMap((round, place) =>
    [...Array(round.plays.length + 1).keys()].map((plays) => [place, plays]));
  return [...frames, [film.rounds.length, 0]];
}

/** The hands, the piles and the cards carried over before a round. */
function heldBefore(film, place) {
  const { hands, piles = [], table = [] } = place ? film.rounds[place - 1] : film;
  return { hands: hands.map((hand) => [...hand]), piles: hands.map((_, player) => piles[player] ?? []), table };
}

const nameIn = (film, card) => film.names[card - 1] ?? String(card);

/** A sentence on what happened last. */
function said(film, [place, plays]) {
  const number = (round) => `${capital(film.round)} ${(round + 1).toLocaleString("en")}`;
  if (plays) {
    const laid = film.rounds[place].plays[plays - 1].map(
      ([player, card, down]) => `${film.players[player]} plays the ${apart(nameIn(film, card))}${down ? " face down" : ""}`);
    const isWar = plays < film.rounds[place].plays.length && film.rounds[place].plays[plays - 1].some(([, , down]) => !down);
    return `${number(place)}: ${laid.join(", ")}.${isWar ? " No card is the highest alone: war!" : ""}`;
  }
  const outcome = place === film.rounds.length ? ` ${film.outcome}` : "";
  if (!place) return `The cards are dealt.${outcome}`;
  const { winner, plays: laid } = film.rounds[place - 1];
  const cards = laid.flat().length + heldBefore(film, place - 1).table.length;
  const taken = winner === null ? "nobody takes the cards" : `${film.players[winner]} takes ${counted(cards, "card")}`;
  return `${number(place - 1)}: ${taken}.${outcome}`;
}

/** The elements for the hands of all players in a frame, and for the cards they have on the table. */
function frameElements(film, [place, plays]) {
  const { hands, piles, table } = heldBefore(film, place);
  const laid = plays ? film.rounds[place].plays.slice(0, plays) : [];
  for (const [player, card] of laid.flat()) {
    if (!hands[player].length) [hands[player], piles[player]] = [[...piles[player]], []];
    hands[player].splice(hands[player].indexOf(card), 1);
  }
  const cardOf = (card, ...how) => cardElement(nameIn(film, card), ...how);
  const rowOf = (label, cards) => cardRow(label, cards.map((card) => cardOf(card)));
  const players = film.players.map((player, number) => {
    const pile = piles[number];
    const isWinner = plays === 0 && place > 0 && film.rounds[place - 1].winner === number;
    return element("div", {},
      element("h3", { class: "player" }, player,
        element("small", {}, counted(hands[number].length + pile.length, "card")),
        element("small", { class: "won" }, isWinner ? "takes" : "")),
      rowOf(`${player}'s hand`, hands[number]),
      ...(pile.length ? [element("small", {}, "won"), rowOf(`${player}'s cards won`, pile)] : []));
  });
  if (!laid.length && !table.length) {
    return { players, stakes: [element("small", {}, "No card is on the table.")] };
  }
  const stakes = film.players.map((player, number) => element("div", {}, element("small", {}, player),
    cardRow(`${player} on the table`, laid.flatMap((play, layer) => play.filter(([owner]) => owner === number)
      .map(([, card, isDown]) => cardOf(card, isDown, layer === plays - 1))))));
  if (table.length) stakes.push(element("div", {}, element("small", {}, "carried over"), rowOf("Carried over", table)));
  return { players, stakes };
}
