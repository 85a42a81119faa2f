// Where one writes: words, or a slash command with its options, choices and live autocomplete.
import { $, el, notice } from "./dom.js";
import { openModal } from "./modal.js";
import { interact, on, say, selectable, state } from "./table.js";

const SUBCOMMANDS = [1, 2];
let writer = null;
let command = null;
let fields = [];
let highlighted = 0;
let suggestions = [];

const list = el("ul", { class: "suggestions", role: "listbox", id: "suggestions", hidden: true });
const complaint = el("p", { class: "complaint", role: "alert" });
const input = el("textarea", { rows: 1, ariaLabel: "Message", autocomplete: "off", enterKeyHint: "send" });
const form = el("form", { class: "command", hidden: true });
const send = el("button", { class: "button primary send", type: "button", ariaLabel: "Send", onclick: () => submit() }, "Send");

export function mountComposer() {
  $("composer").append(list, el("div", { class: "line" }, input, form, send), complaint);
  input.addEventListener("input", () => { grow(); offerCommands(); });
  input.addEventListener("keydown", onKey);
  form.addEventListener("submit", (event) => { event.preventDefault(); submit(); });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape" && command) leaveCommand(); });
  on("snapshot", () => { if (writer !== state.me.id) leaveCommand(); writer = state.me.id; });
  on("commands", () => { if (!command) offerCommands(); });
}

export function setHint(text) { input.placeholder = text; }

function grow() {
  input.style.height = "auto";
  input.style.height = `${Math.min(input.scrollHeight, 160)}px`;
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

function offerCommands() {
  const typed = input.value.match(/^\/(.*)$/s)?.[1]?.trim().toLowerCase();
  if (typed === undefined) return offer([]);
  const all = typeable();
  const near = [...all.filter((each) => each.name.startsWith(typed)), ...all.filter((each) => !each.name.startsWith(typed) && each.name.includes(typed))];
  offer(near.map((each) => ({ title: "/" + each.name, note: each.description, pick: () => enterCommand(each) })));
}

function offer(entries) {
  suggestions = entries;
  highlighted = 0;
  list.hidden = !entries.length;
  list.replaceChildren(...entries.map((entry, index) => el("li", { role: "option", onpointerdown: (event) => { event.preventDefault(); choose(index); } },
    el("b", {}, entry.title), entry.note ? el("span", {}, entry.note) : null)));
  highlight(0);
}

function highlight(index) {
  if (!suggestions.length) return;
  highlighted = (index + suggestions.length) % suggestions.length;
  [...list.children].forEach((item, i) => item.setAttribute("aria-selected", String(i === highlighted)));
  list.children[highlighted].scrollIntoView({ block: "nearest" });
}

function choose(index) {
  const entry = suggestions[index];
  offer([]);
  entry?.pick();
}

function onKey(event) {
  if (suggestions.length && ["ArrowDown", "ArrowUp"].includes(event.key)) {
    event.preventDefault();
    highlight(highlighted + (event.key === "ArrowDown" ? 1 : -1));
  } else if (suggestions.length && (event.key === "Tab" || event.key === "Enter") && !event.shiftKey) {
    event.preventDefault();
    choose(highlighted);
  } else if (event.key === "Enter" && !event.shiftKey) {
    event.preventDefault();
    submit();
  } else if (event.key === "Escape") {
    offer([]);
  }
}

function enterCommand(chosen) {
  command = chosen;
  fields = [];
  input.hidden = true;
  form.hidden = false;
  complaint.textContent = chosen.description;
  complaint.classList.add("hint");
  form.replaceChildren(el("span", { class: "mention" }, "/" + chosen.name));
  for (const option of chosen.options.filter((each) => each.required)) addField(option);
  offerMore();
  if (fields.length) fields[0].input.focus();
  else (form.querySelector(".more") ?? send).focus();
}

function offerMore() {
  form.querySelectorAll(".more").forEach((node) => node.remove());
  for (const option of command.options.filter((each) => !fields.some((field) => field.option === each))) {
    form.append(el("button", { class: "more", type: "button", title: option.description, onclick: () => { addField(option).input.focus(); offerMore(); } }, "+ " + option.name));
  }
}

function addField(option) {
  const control = el("input", { autocomplete: "off", size: 12, title: option.description, ariaLabel: option.name, role: "combobox", enterKeyHint: "next" });
  if (option.type === 11) control.type = "file";
  if ([4, 10].includes(option.type)) control.inputMode = option.type === 4 ? "numeric" : "decimal";
  const field = { option, input: control, value: null, asked: 0 };
  control.addEventListener("input", async () => { field.value = null; if (option.type === 11) field.value = await fileOf(control); else suggest(field); });
  control.addEventListener("focus", () => { complaint.textContent = `${option.name}: ${option.description}`; complaint.classList.add("hint"); suggest(field); });
  control.addEventListener("blur", () => offer([]));
  control.addEventListener("keydown", (event) => {
    if (event.key === "Backspace" && !control.value) { event.preventDefault(); removeField(field); } else onKey(event);
  });
  fields.push(field);
  form.append(el("label", { class: "option" }, option.name, control));
  return field;
}

// A file as the table takes it: its name, and its bytes in base64.
async function fileOf(control) {
  const [file] = control.files;
  if (!file) return null;
  const reader = new FileReader();
  const read = new Promise((done, failed) => { reader.onload = done; reader.onerror = failed; });
  reader.readAsDataURL(file);
  await read;
  return { filename: file.name, data: reader.result.slice(reader.result.indexOf(",") + 1) };
}

function removeField(field) {
  if (field.option.required) return leaveCommand();
  field.input.parentElement.remove();
  fields = fields.filter((each) => each !== field);
  offerMore();
  (fields.at(-1)?.input ?? form.querySelector(".more"))?.focus();
}

async function suggest(field) {
  const typed = field.input.value;
  const entries = field.option.autocomplete ? await askForChoices(field, typed) : known(field.option).filter((entry) => entry.name.toLowerCase().includes(typed.toLowerCase()));
  if (!entries || document.activeElement !== field.input) return;
  offer(entries.slice(0, 25).map((entry) => ({ title: entry.name, note: entry.note, pick: () => fill(field, entry) })));
}

function known(option) {
  if (option.choices?.length) return option.choices;
  if (option.type === 5) return [{ name: "True", value: true }, { name: "False", value: false }];
  const kind = { 6: 5, 7: 8, 8: 6, 9: 7 }[option.type];
  return selectable({ type: kind }).map((entry) => ({ name: entry.label, value: entry.value }));
}

async function askForChoices(field, typed) {
  const turn = ++field.asked;
  await new Promise((done) => setTimeout(done, 150));
  if (turn !== field.asked || !fields.includes(field)) return null;
  try {
    const body = { kind: "autocomplete", channel: state.channelId, name: command.name, focused: field.option.name, options: { ...values(), [field.option.name]: typed } };
    const report = await interact(body);
    return turn === field.asked ? report.choices : null;
  } catch (error) {
    complaint.classList.remove("hint");
    complaint.textContent = `${field.option.name}: ${error.message}`;
    return [];
  }
}

function fill(field, entry) {
  field.input.value = entry.name;
  field.input.size = Math.max(12, entry.name.length);
  field.value = entry.value;
  const next = fields[fields.indexOf(field) + 1];
  if (next) next.input.focus();
  else send.focus();
}

function values() {
  const given = {};
  for (const { option, input: control, value } of fields) {
    const typed = control.value.trim();
    if (!typed) continue;
    const match = known(option).find((entry) => entry.name.toLowerCase() === typed.toLowerCase());
    given[option.name] = value ?? match?.value ?? typed;
  }
  return given;
}

function leaveCommand() {
  command = null;
  fields = [];
  form.hidden = true;
  input.hidden = false;
  input.value = "";
  complaint.textContent = "";
  offer([]);
  grow();
  if (matchMedia("(pointer: fine)").matches) input.focus();
}

async function submit() {
  complaint.classList.remove("hint");
  try {
    if (command) await runCommand();
    else if (input.value.startsWith("/")) offerCommands();
    else if (input.value.trim()) { const text = input.value; input.value = ""; grow(); await say(state.channelId, text); }
  } catch (error) {
    complaint.classList.remove("hint");
    complaint.textContent = error.message;
  }
}

async function runCommand() {
  const sent = { kind: "command", channel: state.channelId, name: command.name, options: values() };
  send.disabled = true;
  try {
    const pending = interact(sent);
    const report = await pending;
    leaveCommand();
    if (report.modal) openModal(report);
  } finally {
    send.disabled = false;
  }
}

on("lost", () => notice("The table is gone; trying to come back."));
