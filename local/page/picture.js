// A picture over the page: fitted to the window first, then zoomed by wheel, pinch, keys or double press, and dragged about.
import { el } from "./dom.js";

const LARGEST = 4, STEP = 1.3, MOVE = 80;

export function openPicture(url, alt) {
  const image = el("img", { src: url, alt: alt || "picture", draggable: "false" });
  const stage = el("div", { class: "stage", tabIndex: 0, role: "group", ariaLabel: "Picture: plus and minus zoom, arrow keys move, 0 fits" }, image);
  const view = new View(stage, image);
  const dialog = el("dialog", { class: "viewer", ariaLabel: "Picture", onclose: () => dialog.remove() },
    stage,
    el("div", { class: "bar" },
      control("−", "Zoom out", () => view.zoom(1 / STEP)), control("+", "Zoom in", () => view.zoom(STEP)), control("Fit", "Fit to the window", () => view.fit()),
      el("details", {}, el("summary", {}, "Words"), el("p", {}, alt || "This picture has no description.")),
      el("a", { href: url, target: "_blank", rel: "noreferrer" }, "Open the file"),
      control("Close", "Close", () => dialog.close())));
  document.body.append(dialog);
  dialog.showModal();
  stage.focus();
  image.decode().then(() => view.fit(), () => {});
}

function control(label, title, act) {
  return el("button", { class: "button secondary", type: "button", title, ariaLabel: title, onclick: act }, label);
}

// `scale` is screen pixels per pixel of the picture; (x, y) is where its top left corner stands on the stage.
class View {
  constructor(stage, image) {
    Object.assign(this, { stage, image, scale: 1, x: 0, y: 0, pointers: new Map() });
    stage.addEventListener("wheel", (event) => { event.preventDefault(); this.zoom(event.deltaY < 0 ? STEP : 1 / STEP, this.spot(event)); });
    stage.addEventListener("dblclick", (event) => (this.scale < 1 ? this.zoom(1 / this.scale, this.spot(event)) : this.fit()));
    stage.addEventListener("pointerdown", (event) => { stage.setPointerCapture(event.pointerId); this.pointers.set(event.pointerId, this.spot(event)); });
    stage.addEventListener("pointermove", (event) => this.pointers.has(event.pointerId) && this.drag(event));
    for (const end of ["pointerup", "pointercancel"]) stage.addEventListener(end, (event) => this.pointers.delete(event.pointerId));
    stage.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.fit()).observe(stage);
  }

  get smallest() {
    return Math.min(this.stage.clientWidth / this.image.naturalWidth, this.stage.clientHeight / this.image.naturalHeight, 1);
  }

  spot(event) {
    const box = this.stage.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  fit() {
    if (!this.image.naturalWidth) return;
    this.scale = this.smallest;
    this.show();
  }

  zoom(factor, about = { x: this.stage.clientWidth / 2, y: this.stage.clientHeight / 2 }) {
    const scale = Math.min(LARGEST, Math.max(this.smallest, this.scale * factor));
    this.x = about.x - (about.x - this.x) * (scale / this.scale);
    this.y = about.y - (about.y - this.y) * (scale / this.scale);
    this.scale = scale;
    this.show();
  }

  // One pointer drags; two pinch: they keep the pixels they hold.
  drag(event) {
    const now = this.spot(event), before = this.pointers.get(event.pointerId);
    this.pointers.set(event.pointerId, now);
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.x += (now.x - before.x) / (other ? 2 : 1);
    this.y += (now.y - before.y) / (other ? 2 : 1);
    if (!other) return this.show();
    const apart = (spot) => Math.hypot(spot.x - other.x, spot.y - other.y) || 1;
    this.zoom(apart(now) / apart(before), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
  }

  key(event) {
    const moves = { ArrowLeft: [MOVE, 0], ArrowRight: [-MOVE, 0], ArrowUp: [0, MOVE], ArrowDown: [0, -MOVE] };
    if (event.key === "+" || event.key === "=") this.zoom(STEP);
    else if (event.key === "-") this.zoom(1 / STEP);
    else if (event.key === "0") this.fit();
    else if (moves[event.key]) { this.x += moves[event.key][0]; this.y += moves[event.key][1]; this.show(); }
    else return;
    event.preventDefault();
  }

  show() {
    this.x = kept(this.x, this.image.naturalWidth * this.scale, this.stage.clientWidth);
    this.y = kept(this.y, this.image.naturalHeight * this.scale, this.stage.clientHeight);
    this.image.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
    this.stage.dataset.scale = this.scale.toFixed(3);
  }
}

// A picture smaller than the stage is centred, a larger one covers it.
function kept(start, length, room) {
  return length <= room ? (room - length) / 2 : Math.min(0, Math.max(room - length, start));
}
