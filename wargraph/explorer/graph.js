// The picture of a graph: drawn from a scene, moved and zoomed.

const NEAREST = 4;
const LEGIBLE = 0.6;
const UNREADABLE = 0.35; // texts are less than four pixels high
const MARGIN = 24; // pixels beside a picture that is larger than its pane
const MANY_ARCS = 500;
const isDense = (scene) => scene.arcs.length > MANY_ARCS;
const CLICK = 4; // pixels that a finger may slip

function drawing(tag, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  setAttributes(made, attributes);
  made.append(...children);
  return made;
}

function boxElement([x, y, width, height], round) {
  return drawing("rect", { x: x - width / 2, y: y - height / 2, width, height, rx: round });
}

function nodeElement({ at, box, kind }, { lines, fate }) {
  const [x, y] = box;
  const texts = lines.map((line, place) =>
    drawing("text", { x, y: y + 4 + 13 * (place - (lines.length - 1) / 2) }, line));
  const made = drawing("g", { class: `node ${kind}`, "data-at": at ?? null },
    drawing("title", {}, fate), boxElement(box, kind === "terminal" ? 0 : 5), ...texts);
  return { made, texts };
}

function arcElement({ order = "", path, bold, wide }) {
  const classes = `arc ${order}${bold ? " bold" : ""}`;
  return drawing("path", { class: classes, d: path, "stroke-width": wide ?? null, "marker-end": "url(#head)" });
}

/** What shows scenes in an <svg> and their overview in another, and calls `pick` with a position that is clicked. */
function graphView(svg, overview, pick) {
  const world = drawing("g");
  const head = drawing("marker", { id: "head", viewBox: "0 0 10 10", refX: 9, refY: 5, markerWidth: 7, markerHeight: 7,
    markerUnits: "userSpaceOnUse", orient: "auto" }, drawing("path", { d: "M0,1L10,5L0,9z", fill: "context-stroke" }));
  svg.append(drawing("defs", {}, head), world);
  const seen = drawing("rect", { class: "seen" });
  let [scale, left, top] = [1, 0, 0];
  let scene, nodes, arcs, labels;

  function place() {
    world.setAttribute("transform", `translate(${left} ${top}) scale(${scale})`);
    showLabels();
    showOverview();
  }

  const isInPane = ([x, y, width, height]) =>
    left + (x - width / 2) * scale >= 0 && left + (x + width / 2) * scale <= svg.clientWidth
    && top + (y - height / 2) * scale >= 0 && top + (y + height / 2) * scale <= svg.clientHeight;

  /** At every change of the scale the browser lays out each text anew: only those are there that can be read whole. */
  function showLabels() {
    for (const label of labels) {
      const state = scale <= UNREADABLE ? "far" : isInPane(label.box) ? "whole" : "cut";
      if (state === label.state) continue;
      label.state = state;
      for (const text of label.texts) text.style.display = state === "whole" ? "" : "none";
      label.made.classList.toggle("cut", state === "cut");
    }
  }

  /** The overview shows which part of the picture is in the pane, unless all of it is. */
  function showOverview() {
    const [width, height] = [svg.clientWidth / scale, svg.clientHeight / scale];
    setAttributes(seen, { x: -left / scale, y: -top / scale, width, height });
    const isWhole = left >= 0 && top >= 0 && left + scene.size[0] * scale <= svg.clientWidth
      && top + scene.size[1] * scale <= svg.clientHeight;
    overview.toggleAttribute("hidden", isWhole);
  }

  const whole = () => Math.min(svg.clientWidth / scene.size[0], svg.clientHeight / scene.size[1], 1.5) * 0.97;

  /** Where the picture begins in a direction with so much room, if a point of it is to stand in the middle. */
  function begin(room, size, point) {
    if (size * scale <= room) return (room - size * scale) / 2;
    return Math.min(MARGIN, Math.max(room - size * scale - MARGIN, room / 2 - point * scale));
  }

  /** Bring a point to the middle, as far as that leaves no room empty. */
  function centre([x, y], nearer) {
    scale = nearer;
    [left, top] = [begin(svg.clientWidth, scene.size[0], x), begin(svg.clientHeight, scene.size[1], y)];
    place();
  }

  function zoom(factor, x = svg.clientWidth / 2, y = svg.clientHeight / 2) {
    const nearer = Math.min(NEAREST, Math.max(Math.min(whole(), 1), scale * factor));
    [left, top] = [x - (x - left) * nearer / scale, y - (y - top) * nearer / scale];
    scale = nearer;
    place();
  }

  function move(x, y) {
    [left, top] = [left + x, top + y];
    place();
  }

  const fit = () => centre([scene.size[0] / 2, scene.size[1] / 2], whole());

  function show(shown, tell) {
    scene = shown;
    nodes = new Map();
    arcs = new Map();
    labels = [];
    const drawnNodes = scene.nodes.map((node) => {
      const { made, texts } = nodeElement(node, tell(node));
      labels.push({ made, box: node.box, texts, state: "whole" });
      if (node.at !== undefined) nodes.set(node.at, { made, box: node.box });
      return made;
    });
    const drawnArcs = scene.arcs.map((arc) => {
      const made = arcElement(arc);
      if (arc.order) arcs.set(`${arc.from}>${arc.to}>${arc.order}`, made);
      return made;
    });
    world.replaceChildren(
      ...scene.frames.map(({ text, box }) => drawing("g", { class: "frame" }, boxElement(box, 8),
        drawing("text", { x: box[0] - box[2] / 2 + 8, y: box[1] - box[3] / 2 + 14 }, text))),
      ...drawnArcs,
      ...scene.headings.map(({ text, box }) => drawing("text", { class: "heading", x: box[0], y: box[1] + 4 }, text)),
      ...drawnNodes);
    svg.classList.toggle("dense", isDense(scene));
    overview.setAttribute("viewBox", `0 0 ${scene.size.join(" ")}`);
    const outline = scene.nodes.map(({ box: [x, y, width, height] }) =>
      `M${x - width / 2},${y - height / 2}h${width}v${height}h${-width}z`).join("");
    overview.replaceChildren(drawing("path", { d: outline }), seen);
    if (whole() >= LEGIBLE) fit();
    else centre([scene.size[0] / 2, scene.size[1] / 2], 1);
  }

  /** Let a game stand out, and the position it has come to. */
  function mark(path, now, orders) {
    for (const made of world.querySelectorAll(".path, .now")) made.classList.remove("path", "now");
    path.slice(1).forEach((after, turn) => {
      const arc = orders.map((order) => arcs.get(`${path[turn]}>${after}>${order}`)).find(Boolean);
      arc?.classList.add("path");
      arc?.parentNode.insertBefore(arc, world.querySelector(".heading, .node"));
    });
    for (const at of path) nodes.get(at)?.made.classList.add("path");
    const node = nodes.get(now);
    if (!node) return;
    node.made.classList.add("now");
    if (!isInPane(node.box)) centre(node.box, scale);
  }

  /** Colour by a share of the largest distance, or not where there is none. */
  function colour(shareOf) {
    for (const [at, { made }] of nodes) {
      const share = shareOf?.(at);
      made.classList.toggle("shaded", share !== undefined);
      made.style.setProperty("--share", `${Math.round(100 * (share ?? 0))}%`);
    }
  }

  /** Bring the position of a kind that is nearest to the middle of the pane there, if the scene has one. */
  function goToKind(kind) {
    const distance = ({ box }) => Math.hypot(left + box[0] * scale - svg.clientWidth / 2, top + box[1] * scale - svg.clientHeight / 2);
    const [nearest] = scene.nodes.filter((node) => node.kind === kind).sort((one, other) => distance(one) - distance(other));
    if (nearest) centre(nearest.box, Math.max(scale, LEGIBLE));
    return nearest !== undefined;
  }

  overview.addEventListener("click", (event) => {
    const frame = overview.getBoundingClientRect();
    const shrunk = Math.max(scene.size[0] / frame.width, scene.size[1] / frame.height);
    centre([(event.clientX - frame.left - frame.width / 2) * shrunk + scene.size[0] / 2,
      (event.clientY - frame.top - frame.height / 2) * shrunk + scene.size[1] / 2], scale);
  });

  new ResizeObserver(() => scene && place()).observe(svg);

  const touching = new Map();
  let hasMoved = false;
  svg.addEventListener("pointerdown", (event) => {
    touching.set(event.pointerId, event);
    if (touching.size === 1) hasMoved = false;
  });
  svg.addEventListener("pointermove", (event) => {
    const before = touching.get(event.pointerId);
    if (!before) return;
    const [x, y] = [event.clientX - before.clientX, event.clientY - before.clientY];
    if (!hasMoved && Math.hypot(x, y) < CLICK) return;
    if (!hasMoved) svg.setPointerCapture(event.pointerId); // before, a click would no longer be the node's
    hasMoved = true;
    const other = [...touching.values()].find((touch) => touch.pointerId !== event.pointerId);
    touching.set(event.pointerId, event);
    if (!other) return move(x, y);
    const apartFrom = (touch) => Math.hypot(touch.clientX - other.clientX, touch.clientY - other.clientY);
    const frame = svg.getBoundingClientRect();
    zoom(apartFrom(event) / apartFrom(before),
      (event.clientX + other.clientX) / 2 - frame.left, (event.clientY + other.clientY) / 2 - frame.top);
  });
  for (const name of ["pointerup", "pointercancel"]) {
    window.addEventListener(name, (event) => touching.delete(event.pointerId));
  }
  svg.addEventListener("click", (event) => {
    const at = event.target.closest(".node")?.dataset.at;
    if (at !== undefined && !hasMoved) pick(Number(at));
  });
  svg.addEventListener("wheel", (event) => {
    event.preventDefault();
    const frame = svg.getBoundingClientRect();
    zoom(Math.exp(-event.deltaY * 0.0015), event.clientX - frame.left, event.clientY - frame.top);
  }, { passive: false });
  const keys = {
    ArrowLeft: () => move(60, 0), ArrowRight: () => move(-60, 0),
    ArrowUp: () => move(0, 60), ArrowDown: () => move(0, -60),
    "+": () => zoom(1.25), "=": () => zoom(1.25), "-": () => zoom(0.8), 0: fit,
  };
  svg.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
    keys[event.key]();
    event.preventDefault();
    event.stopPropagation();
  });
  return { show, mark, colour, zoom, fit, goToKind };
}
