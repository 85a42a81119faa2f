// Where one writes: words, or a slash command taken from the list.
import { afterCommand, commandForm, complaint, enterCommand, focusCommand, leaveCommand, runCommand, tell, typingCommand } from "./command.js";
import { $, el, notice } from "./dom.js";
import { hideSuggestions, keyOfList, offer, suggestible, suggestionList } from "./suggestions.js";
import { on, say, state } from "./table.js";

const SUBCOMMANDS = [1, 2], HIGHEST = 160;
let writer = null;
let lost = false;

const input = suggestible(el("textarea", { rows: 1, ariaLabel: "Message", autocomplete: "off", enterKeyHint: "send" }));
const send = el("button", { class: "button primary send", type: "button", ariaLabel: "Send", onclick: () => submit() }, "Send");

export function mountComposer() {
  $("composer").append(suggestionList(), el("div", { class: "line" }, input, commandForm, send), complaint);
  afterCommand(backToWords);
  $("composer").addEventListener("keydown", (event) => { if (event.key === "Escape") leaveCommand(); });
  input.addEventListener("input", () => { grow(); tell(""); offerCommands(); });
  input.addEventListener("keydown", onKey);
  input.addEventListener("blur", hideSuggestions);
  commandForm.addEventListener("submit", (event) => { event.preventDefault(); submit(); });
  on("snapshot", onSnapshot);
  on("commands", () => { if (!typingCommand() && document.activeElement === input) offerCommands(); });
  on("lost", () => { if (!lost) notice("The table is gone. Trying to reconnect."); lost = true; });
}

export function setHint(text) { input.placeholder = text; }

export function focusComposer() {
  if (!typingCommand() || !focusCommand()) input.focus();
}

function onSnapshot() {
  if (writer !== state.me.id) leaveCommand();
  if (lost) notice("The table is back.");
  lost = false;
  writer = state.me.id;
}

function grow() {
  input.style.height = "auto";
  input.style.height = `${Math.min(input.scrollHeight, HIGHEST)}px`;
}

function typeable() {
  const found = [];
  const add = (name, node) => {
    const nested = (node.options ?? []).filter((option) => SUBCOMMANDS.includes(option.type));
    for (const option of nested) add(`${name} ${option.name}`, option);
    if (!nested.length) found.push({ name, description: node.description, options: node.options ?? [] });
  };
  for (const each of state.commands) add(each.name, each);
  return found.sort((a, b) => a.name.localeCompare(b.name));
}

// A name typed in full with a space behind it is the command itself, as in Discord.
function offerCommands() {
  const typed = input.value.match(/^\/(.*)$/s)?.[1].toLowerCase();
  if (typed === undefined) { hideSuggestions(); return; }
  const all = typeable(), name = typed.trim();
  const meant = all.find((each) => typed === `${each.name} `);
  if (meant) { begin(meant); return; }
  const near = [...all.filter((each) => each.name.startsWith(name)), ...all.filter((each) => !each.name.startsWith(name) && each.name.includes(name))];
  offer(input, near.map((each) => ({ title: "/" + each.name, note: each.description, pick: () => begin(each) })));
}

function begin(chosen) {
  hideSuggestions();
  input.hidden = true;
  enterCommand(chosen);
  if (!focusCommand()) send.focus();
}

function backToWords() {
  input.hidden = false;
  input.value = "";
  grow();
  if (matchMedia("(pointer: fine)").matches || document.activeElement === document.body) input.focus();
}

function onKey(event) {
  if (keyOfList(event) || event.key !== "Enter" || event.shiftKey) return;
  event.preventDefault();
  submit();
}

async function submit() {
  send.disabled = true;
  try {
    if (typingCommand()) await runCommand();
    else if (input.value.startsWith("/")) tell(`There is no command ${input.value.trim()} for you.`, { wrong: true });
    else await write();
  } catch (error) {
    tell(error.message, { wrong: true });
  } finally {
    send.disabled = false;
  }
}

async function write() {
  const text = input.value;
  if (!text.trim()) return;
  input.value = "";
  grow();
  try {
    await say(state.channelId, text);
  } catch (error) {
    input.value = text;
    grow();
    throw error;
  }
}
