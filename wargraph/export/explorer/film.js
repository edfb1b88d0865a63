// A game as a film. A frame is a pair: a round, and how many of its plays lie on the table.

/** The film of a game in the War graph, from the positions that it passes through. */
function filmOf(path, names, outcome, back) {
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
  return { players: ["Left", "Right"], hands: path[0].hands, rounds, outcome, back, names, round: "turn" };
}

function framesOf(film) {
  const frames = film.rounds.flatMap((round, place) =>
    [...Array(round.plays.length + 1).keys()].map((plays) => [place, plays]));
  return [...frames, [film.rounds.length, 0]];
}

/** What everyone holds before a round: hands, piles, and the cards carried over. */
function heldBefore(film, place) {
  const { hands, piles = [], table = [] } = place ? film.rounds[place - 1] : film;
  return { hands: hands.map((hand) => [...hand]), piles, table };
}

const nameIn = (film, card) => film.names?.[card - 1] ?? String(card);

/** What has happened, in words. */
function said(film, [place, plays]) {
  const number = (round) => `${film.round[0].toUpperCase()}${film.round.slice(1)} ${(round + 1).toLocaleString("en")}`;
  if (plays) {
    const laid = film.rounds[place].plays[plays - 1].map(
      ([player, card, down]) => `${film.players[player]} lays ${apart(nameIn(film, card))}${down ? " face down" : ""}`);
    return `${number(place)}: ${laid.join(", ")}.`;
  }
  const outcome = place === film.rounds.length ? ` ${film.outcome}` : "";
  if (!place) return `The start.${outcome}`;
  const { winner, plays: laid } = film.rounds[place - 1];
  const cards = laid.flat().length + heldBefore(film, place - 1).table.length;
  const taken = winner === null ? "nobody takes the cards" : `${film.players[winner]} takes ${counted(cards, "card")}`;
  return `${number(place - 1)}: ${taken}.${outcome}`;
}

/** The hands and the table of a frame, as elements. */
function frameElements(film, [place, plays]) {
  const { hands, piles, table } = heldBefore(film, place);
  const laid = plays ? film.rounds[place].plays.slice(0, plays) : [];
  for (const [player, card] of laid.flat()) {
    hands[player].splice(hands[player].indexOf(card), 1);
  }
  const cardOf = (card, ...how) => cardElement(nameIn(film, card), ...how);
  const rows = film.players.map((player, number) => {
    const stake = laid.flatMap((play, layer) =>
      play.filter(([owner]) => owner === number).map(([, card, down]) => cardOf(card, down, layer === plays - 1)));
    const pile = piles[number] ?? [];
    const isWinner = plays === 0 && place > 0 && film.rounds[place - 1].winner === number;
    const count = hands[number].length + pile.length;
    const name = element("h3", {}, player, " ", element("small", {}, counted(count, "card")));
    if (isWinner) name.append(" ", element("small", { class: "won" }, "takes"));
    return element("div", { class: "player" }, name,
      cardRow(`${player}'s hand`, hands[number].map((card) => cardOf(card))),
      ...(pile.length ? [element("small", {}, "won"), cardRow(`${player}'s cards won`, pile.map((card) => cardOf(card)))] : []),
      element("div", { class: "stake" }, cardRow(`${player} on the table`, stake)));
  });
  if (table.length) {
    rows.push(element("div", { class: "player" }, element("h3", {}, "Carried over"),
      cardRow("Carried over", table.map((card) => cardOf(card)))));
  }
  return rows;
}
