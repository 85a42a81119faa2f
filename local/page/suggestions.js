// The list above the message box: commands, or what an option may be. Its owner keeps the focus and tells it what is pressed.
import { el } from "./dom.js";

const list = el("ul", { class: "suggestions", role: "listbox", id: "suggestions", ariaLabel: "Suggestions", hidden: true });
let entries = [];
let highlighted = 0;
let owner = null;

export const suggestionList = () => list;

// Makes a box one that the list can stand above.
export function suggestible(box) {
  for (const [name, value] of Object.entries({ role: "combobox", "aria-autocomplete": "list", "aria-controls": "suggestions", "aria-expanded": "false" })) {
    box.setAttribute(name, value);
  }
  return box;
}

// An entry is taken when the finger leaves it: were the list gone before, the tap would go on to what lies beneath it.
// Offers entries of title, note and pick under a box; none hides the list.
export function offer(box, offered) {
  owner?.setAttribute("aria-expanded", "false");
  owner?.removeAttribute("aria-activedescendant");
  owner = box;
  entries = offered;
  list.hidden = !entries.length;
  list.replaceChildren(...entries.map((entry, index) => el("li", { role: "option", id: `suggestion-${index}`,
    onmousedown: (event) => event.preventDefault(), onclick: () => choose(index) },
  el("b", {}, entry.title), entry.note ? el("span", {}, entry.note) : null)));
  owner?.setAttribute("aria-expanded", String(entries.length > 0));
  highlight(0);
}

export const hideSuggestions = () => offer(null, []);

function highlight(index) {
  if (!entries.length) return;
  highlighted = (index + entries.length) % entries.length;
  [...list.children].forEach((item, number) => item.setAttribute("aria-selected", String(number === highlighted)));
  list.children[highlighted].scrollIntoView({ block: "nearest" });
  owner?.setAttribute("aria-activedescendant", `suggestion-${highlighted}`);
}

function choose(index) {
  const entry = entries[index];
  hideSuggestions();
  entry?.pick();
}

// Whether a key was for the list: arrows walk it, Tab and Enter take what is marked, Escape hides it.
export function keyOfList(event) {
  if (!entries.length) return false;
  if (event.key === "ArrowDown" || event.key === "ArrowUp") highlight(highlighted + (event.key === "ArrowDown" ? 1 : -1));
  else if ((event.key === "Tab" || event.key === "Enter") && !event.shiftKey) choose(highlighted);
  else if (event.key === "Escape") hideSuggestions();
  else return false;
  event.preventDefault();
  event.stopPropagation();
  return true;
}
