// The picture of a graph: shown, moved and zoomed.

const NEAREST = 4;
const LEGIBLE = 0.6;
const UNREADABLE = 0.35; // texts are less than four pixels high
const MARGIN = 24; // pixels beside a picture that is larger than its pane
const MANY_ARCS = 500;
const CLICK = 4; // pixels that a finger may slip

/** A view that shows drawings in an <svg> and an overview. It calls `pick` with a position that is clicked. */
function graphView(svg, overview, pick) {
  const world = svg.querySelector("g");
  const [outline, seen] = overview.children;
  let scale = 1; // pixels a unit of the picture; all boxes and points are in these units
  let nodes, picture, pane;

  const isInPane = (box) =>
    box.left >= pane.left && box.right <= pane.right && box.top >= pane.top && box.bottom <= pane.bottom;

  const middle = (box) => new DOMPoint(box.x + box.width / 2, box.y + box.height / 2);

  const pointAt = (element, { clientX, clientY }) =>
    new DOMPoint(clientX, clientY).matrixTransform(element.getScreenCTM().inverse());

  /** Show the part of the picture from a point on. The overview shows which part that is, unless it is all. */
  function place(x, y) {
    pane = new DOMRect(x, y, svg.clientWidth / scale, svg.clientHeight / scale);
    svg.setAttribute("viewBox", [x, y, pane.width, pane.height].join(" "));
    for (const name of ["x", "y", "width", "height"]) seen.setAttribute(name, pane[name]);
    for (const { made, box } of nodes) { // the browser lays out each text anew: only those that can be read whole
      made.classList.toggle("far", scale <= UNREADABLE);
      made.classList.toggle("cut", scale > UNREADABLE && !isInPane(box));
    }
    overview.toggleAttribute("hidden", isInPane(picture));
  }

  const whole = () => Math.min(svg.clientWidth / picture.width, svg.clientHeight / picture.height, 1.5) * 0.97;

  /** Where the pane begins, in one direction, if a point is to stand in its middle and no room is to be left empty. */
  function begin(room, start, size, point) {
    if (size <= room) return start + (size - room) / 2;
    const margin = MARGIN / scale;
    return Math.max(start - margin, Math.min(start + size + margin - room, point - room / 2));
  }

  /** Bring a point to the middle, as far as that leaves no room empty. */
  function centre({ x, y }, nearer = scale) {
    scale = nearer;
    place(begin(svg.clientWidth / scale, picture.x, picture.width, x),
      begin(svg.clientHeight / scale, picture.y, picture.height, y));
  }

  /** Zoom around a point, by default the middle of the pane. */
  function zoom(factor, { x, y } = middle(pane)) {
    const before = scale;
    scale = Math.min(NEAREST, Math.max(Math.min(whole(), 1), scale * factor));
    place(x + (pane.x - x) * before / scale, y + (pane.y - y) * before / scale);
  }

  /** Move the picture by so many pixels. */
  const move = (x, y) => place(pane.x - x / scale, pane.y - y / scale);

  /** Show a drawing, and return its positions. The function `tell` says about each what its node says on hover. */
  function show(drawing, tell) {
    world.innerHTML = drawing.svg;
    picture = DOMRect.fromRect(world.getBBox());
    nodes = [...world.querySelectorAll(".node")].map((made) => {
      const box = DOMRect.fromRect(made.firstChild.getBBox());
      const at = made.dataset.at && Number(made.dataset.at);
      const title = document.createElementNS(svg.namespaceURI, "title");
      const lines = [...made.children].slice(1).map((line) => line.textContent);
      title.textContent = at === undefined ? lines.join(", ") : tell(at);
      made.prepend(title);
      return { made, at, box };
    });
    document.body.classList.toggle("dense", world.querySelectorAll(".arc").length > MANY_ARCS);
    overview.setAttribute("viewBox", [picture.x, picture.y, picture.width, picture.height].join(" "));
    outline.setAttribute("d", nodes.map(({ box: { x, y, width, height } }) => `M${x},${y}h${width}v${height}h${-width}z`).join(""));
    centre(middle(picture), whole() >= LEGIBLE ? whole() : 1);
    return new Set(nodes.map(({ at }) => at).filter((at) => at !== undefined));
  }

  /** Let a game stand out, and the position it has come to. */
  function mark(path, now, orders) {
    for (const made of world.querySelectorAll(".arc.path")) made.classList.remove("path");
    path.slice(1).forEach((after, turn) => {
      const arc = world.querySelector(orders.map((order) => `.${order}[data-arc="${path[turn]}-${after}"]`).join());
      arc?.classList.add("path");
      arc?.parentNode.insertBefore(arc, world.querySelector(".heading, .node"));
    });
    for (const { made, at, box } of nodes) {
      made.classList.toggle("path", path.includes(at));
      made.classList.toggle("now", at === now);
      if (at === now && !isInPane(box)) centre(middle(box));
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

  /** Bring the position on a cycle that is nearest to the middle of the pane there, if the drawing has one. */
  function goToCycle() {
    const { x, y } = middle(pane);
    const points = nodes.filter(({ made }) => made.classList.contains("cycle")).map(({ box }) => middle(box));
    const distance = (point) => Math.hypot(point.x - x, point.y - y);
    const [nearest] = points.sort((one, other) => distance(one) - distance(other));
    if (nearest) centre(nearest, Math.max(scale, LEGIBLE));
    return nearest !== undefined;
  }

  overview.addEventListener("click", (event) => centre(pointAt(overview, event)));
  new ResizeObserver(() => pane && place(pane.x, pane.y)).observe(svg);

  const touching = new Map();
  let hasMoved = false;
  svg.addEventListener("pointerdown", (event) => {
    touching.set(event.pointerId, event);
    hasMoved &&= touching.size > 1;
  });
  svg.addEventListener("pointermove", (event) => {
    const before = touching.get(event.pointerId);
    if (!before) return;
    const [x, y] = [event.clientX - before.clientX, event.clientY - before.clientY];
    if (!hasMoved && Math.hypot(x, y) < CLICK) return;
    if (!hasMoved) svg.setPointerCapture(event.pointerId); // before, a click would no longer be the node's
    hasMoved = true;
    touching.set(event.pointerId, event);
    const other = [...touching.values()].find((touch) => touch !== event);
    if (!other) return move(x, y);
    const distance = (touch) => Math.hypot(touch.clientX - other.clientX, touch.clientY - other.clientY);
    zoom(distance(event) / distance(before), pointAt(svg, other));
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
    zoom(Math.exp(-event.deltaY * 0.0015), pointAt(svg, event));
  }, { passive: false });
  const keys = {
    ArrowLeft: () => move(60, 0), ArrowRight: () => move(-60, 0),
    ArrowUp: () => move(0, 60), ArrowDown: () => move(0, -60),
    "+": () => zoom(1.25), "=": () => zoom(1.25), "-": () => zoom(0.8), 0: () => centre(middle(picture), whole()),
  };
  return { show, mark, colour, goToCycle, keys };
}
