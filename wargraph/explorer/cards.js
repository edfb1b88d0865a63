// Elements, and cards drawn as cards.

/** An element with attributes and children. An attribute that is null is left out. */
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== null) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

const counted = (count, noun) => `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;

const capital = (text) => text[0].toUpperCase() + text.slice(1);

function cardElement(name, isDown = false, isFresh = false) {
  const isRed = /[♥♦]$/.test(name);
  const classes = ["card", isDown && "down", isFresh && "fresh", isRed && "red"].filter(Boolean).join(" ");
  const title = isDown ? `${name}, face down` : name;
  return element("li", { class: classes, title }, element("span", { dir: "auto" }, name));
}

/** Cards side by side, the top card first. */
const cardRow = (label, cards) =>
  element("ol", { class: "cards", "aria-label": `${label}: ${counted(cards.length, "card")}` }, ...cards);
