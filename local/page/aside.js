// Below the channels: games to try by one press, and the table's clock, which can be moved forward.
import { $, el, notice } from "./dom.js";
import { openWhenThere } from "./places.js";
import { moveClock, now, on, state, useShortcut } from "./table.js";

const STEPS = [["1 h", 3600], ["1 day", 86400]];

function showShortcuts() {
  const groups = new Map();
  for (const [number, { group, label }] of state.shortcuts.entries()) {
    if (!groups.has(group)) groups.set(group, []);
    groups.get(group).push(el("button", { type: "button", class: "small", onclick: () => tryGame(number) }, label));
  }
  const open = $("shortcuts").querySelector("details")?.open ?? !state.messages.size;
  $("shortcuts").hidden = !groups.size;
  $("shortcuts").replaceChildren(el("details", { open }, el("summary", {}, "Try a game"),
    [...groups].map(([group, buttons]) => el("div", { class: "shortcut", role: "group", ariaLabel: group }, el("span", {}, group), buttons))));
}

async function tryGame(number) {
  try {
    openWhenThere(await useShortcut(number));
  } catch (error) {
    notice(error.message);
  }
}

function showClock() {
  const time = new Date(now()).toLocaleString(undefined, { weekday: "short", hour: "2-digit", minute: "2-digit" });
  $("clock").replaceChildren(
    el("span", { title: "The time at this table" }, time),
    ...STEPS.map(([label, seconds]) => el("button", { type: "button", class: "small", title: `Move the table's clock forward by ${label}`,
      onclick: () => moveClock(seconds).catch((error) => notice(error.message)) }, `+${label}`)));
}

export function mountAside() {
  on("snapshot", () => { showShortcuts(); showClock(); });
  on("clock", showClock);
  setInterval(() => state.guild && showClock(), 30000);
}
