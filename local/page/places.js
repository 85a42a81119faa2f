// Channels and threads that one makes oneself, and going to one that was made.
import { $, el, notice } from "./dom.js";
import { makeChannel, makeThread, on, state } from "./table.js";

const TEXT = 0, LONGEST_NAME = 100;
let opening = null;

// The channel may come by the feed before or after the answer.
export function openWhenThere(id) {
  opening = id;
  openIfThere();
}

function openIfThere() {
  if (!opening || !state.channels.has(opening)) return;
  location.hash = opening;
  opening = null;
}

// The channel that is shown, or the one of the thread that is.
function parentHere() {
  const here = state.channels.get(state.channelId);
  const parent = here?.type === TEXT ? here : state.channels.get(here?.parent_id);
  return parent?.type === TEXT ? parent : null;
}

function askForThread() {
  const parent = parentHere();
  if (!parent) { notice("Threads are made in a channel of the server: open one first."); return; }
  ask("New thread", `A thread in #${parent.name}`, (name) => makeThread(parent.id, name));
}

function ask(title, what, make) {
  const name = el("input", { maxLength: LONGEST_NAME, autocomplete: "off", enterKeyHint: "done" });
  const complaint = el("p", { class: "complaint", role: "alert" });
  const create = el("button", { class: "button primary", type: "submit" }, "Create");
  const form = el("form", { method: "dialog" }, el("h3", {}, title), el("p", {}, what),
    el("label", { class: "field-of-modal" }, el("span", { class: "label" }, "Name"), name), complaint,
    el("div", { class: "row end" },
      el("button", { class: "button secondary", type: "button", onclick: () => dialog.close() }, "Cancel"), create));
  const dialog = el("dialog", { class: "modal", ariaLabel: title, onclose: () => dialog.remove() }, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!name.value.trim()) { complaint.textContent = "Write a name first."; return; }
    create.disabled = true;
    try {
      openWhenThere(await make(name.value));
      dialog.close();
    } catch (error) {
      complaint.textContent = error.message;
    } finally {
      create.disabled = false;
    }
  });
  document.body.append(dialog);
  dialog.showModal();
  name.focus();
}

export function mountPlaces() {
  $("places").append(
    el("button", { type: "button", class: "small", onclick: () => ask("New channel", "A channel of this server", makeChannel) }, "New channel"),
    el("button", { type: "button", class: "small", onclick: askForThread }, "New thread"));
  on("channels", openIfThere);
}
