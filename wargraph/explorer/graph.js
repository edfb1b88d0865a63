// The picture of a graph: drawn from a scene, moved and zoomed.

const NEAREST = 4;
const LEGIBLE = 0.6;
const UNREADABLE = 0.35; // texts are less than four pixels high
const MARGIN = 24; // pixels beside a picture that is larger than its pane
const MANY_ARCS = 500;
const CLICK = 4; // pixels that a finger may slip

/** A view that shows scenes in an <svg> and an overview. It calls `pick` with a position that is clicked. */
function graphView(svg, overview, pick) {
  const world = svg.querySelector("g");
  const [outline, seen] = overview.children;
  let [scale, left, top] = [1, 0, 0];
  let nodes, bounds, size;

  const isInPane = ([x, y, width, height]) =>
    left + (x - width / 2) * scale >= 0 && left + (x + width / 2) * scale <= svg.clientWidth
    && top + (y - height / 2) * scale >= 0 && top + (y + height / 2) * scale <= svg.clientHeight;

  /** Move and scale the picture. The overview shows which part of it is in the pane, unless all of it is. */
  function place() {
    world.setAttribute("transform", `translate(${left} ${top}) scale(${scale}) translate(${-bounds.x} ${-bounds.y})`);
    for (const { made, box } of nodes) { // the browser lays out each text anew: only those that can be read whole
      made.classList.toggle("far", scale <= UNREADABLE);
      made.classList.toggle("cut", scale > UNREADABLE && !isInPane(box));
    }
    const part = { x: -left, y: -top, width: svg.clientWidth, height: svg.clientHeight };
    for (const [name, pixels] of Object.entries(part)) seen.setAttribute(name, pixels / scale);
    overview.toggleAttribute("hidden", isInPane([size[0] / 2, size[1] / 2, ...size]));
  }

  const whole = () => Math.min(svg.clientWidth / size[0], svg.clientHeight / size[1], 1.5) * 0.97;

  /** Where the picture begins in a direction with so much room, if a point of it is to stand in the middle. */
  function begin(room, size, point) {
    if (size * scale <= room) return (room - size * scale) / 2;
    return Math.min(MARGIN, Math.max(room - size * scale - MARGIN, room / 2 - point * scale));
  }

  /** Bring a point to the middle, as far as that leaves no room empty. */
  function centre([x, y], nearer) {
    scale = nearer;
    [left, top] = [begin(svg.clientWidth, size[0], x), begin(svg.clientHeight, size[1], y)];
    place();
  }

  /** Zoom around a point of the window, by default the middle of the pane. */
  function zoom(factor, clientX, clientY) {
    const nearer = Math.min(NEAREST, Math.max(Math.min(whole(), 1), scale * factor));
    const pane = svg.getBoundingClientRect();
    const x = clientX === undefined ? pane.width / 2 : clientX - pane.left;
    const y = clientY === undefined ? pane.height / 2 : clientY - pane.top;
    [left, top] = [x - (x - left) * nearer / scale, y - (y - top) * nearer / scale];
    scale = nearer;
    place();
  }

  function move(x, y) {
    [left, top] = [left + x, top + y];
    place();
  }

  /** Show a scene, and return its positions. The function `tell` says about each what its node says on hover. */
  function show(scene, tell) {
    world.innerHTML = scene.svg;
    bounds = world.getBBox();
    size = [bounds.width, bounds.height];
    nodes = [...world.querySelectorAll(".node")].map((made) => {
      const { x, y, width, height } = made.firstChild.getBBox();
      const at = made.dataset.at && Number(made.dataset.at);
      const title = document.createElementNS(svg.namespaceURI, "title");
      const lines = [...made.children].slice(1).map((line) => line.textContent);
      title.textContent = at === undefined ? lines.join(", ") : tell(at);
      made.prepend(title);
      return { made, at, box: [x + width / 2 - bounds.x, y + height / 2 - bounds.y, width, height] };
    });
    document.body.classList.toggle("dense", world.querySelectorAll(".arc").length > MANY_ARCS);
    overview.setAttribute("viewBox", `0 0 ${size.join(" ")}`);
    outline.setAttribute("d", nodes.map(({ box: [x, y, width, height] }) =>
      `M${x - width / 2},${y - height / 2}h${width}v${height}h${-width}z`).join(""));
    centre([size[0] / 2, size[1] / 2], whole() >= LEGIBLE ? whole() : 1);
    return new Set(nodes.map(({ at }) => at).filter((at) => at !== undefined));
  }

  /** Let a game stand out, and the position it has come to. */
  function mark(path, now, orders) {
    for (const made of world.querySelectorAll(".path, .now")) made.classList.remove("path", "now");
    path.slice(1).forEach((after, turn) => {
      const arc = world.querySelector(orders.map((order) => `.${order}[data-arc="${path[turn]}-${after}"]`).join());
      arc?.classList.add("path");
      arc?.parentNode.insertBefore(arc, world.querySelector(".heading, .node"));
    });
    for (const { made, at, box } of nodes) {
      made.classList.toggle("path", path.includes(at));
      made.classList.toggle("now", at === now);
      if (at === now && !isInPane(box)) centre(box, scale);
    }
  }

  /** Colour by a share of the largest distance, or not where there is none. */
  function colour(shareOf) {
    for (const { made, at } of nodes) {
      const share = at === undefined ? undefined : shareOf?.(at);
      made.classList.toggle("shaded", share !== undefined);
      made.style.setProperty("--share", `${Math.round(100 * (share ?? 0))}%`);
    }
  }

  /** Bring the position on a cycle that is nearest to the middle of the pane there, if the scene has one. */
  function goToCycle() {
    const distance = ({ box: [x, y] }) =>
      Math.hypot(left + x * scale - svg.clientWidth / 2, top + y * scale - svg.clientHeight / 2);
    const onCycles = nodes.filter(({ made }) => made.classList.contains("cycle"));
    const [nearest] = onCycles.sort((one, other) => distance(one) - distance(other));
    if (nearest) centre(nearest.box, Math.max(scale, LEGIBLE));
    return nearest !== undefined;
  }

  overview.addEventListener("click", (event) => {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(overview.getScreenCTM().inverse());
    centre([x, y], scale);
  });

  new ResizeObserver(() => size && place()).observe(svg);

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
    const [betweenX, betweenY] = [(event.clientX + other.clientX) / 2, (event.clientY + other.clientY) / 2];
    zoom(apartFrom(event) / apartFrom(before), betweenX, betweenY);
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
    zoom(Math.exp(-event.deltaY * 0.0015), event.clientX, event.clientY);
  }, { passive: false });
  const keys = {
    ArrowLeft: () => move(60, 0), ArrowRight: () => move(-60, 0),
    ArrowUp: () => move(0, 60), ArrowDown: () => move(0, -60),
    "+": () => zoom(1.25), "=": () => zoom(1.25), "-": () => zoom(0.8), 0: () => centre([size[0] / 2, size[1] / 2], whole()),
  };
  return { show, mark, colour, goToCycle, keys };
}
