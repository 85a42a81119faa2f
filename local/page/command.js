// A slash command being filled in: a field for each option, choices and live autocomplete above, complaints below.
import { el } from "./dom.js";
import { openModal } from "./modal.js";
import { choiceNamed, choicesOf, complaintAbout, FILE, INTEGER, NUMBER } from "./options.js";
import { hideSuggestions, keyOfList, offer, suggestible } from "./suggestions.js";
import { interact, state } from "./table.js";

const MOST_CHOICES = 25, TYPING_PAUSE_MS = 150;
let command = null;
let fields = [];
let done = () => {};

export const complaint = el("p", { class: "complaint", role: "status" });
export const commandForm = el("form", { class: "command", hidden: true, ariaLabel: "Command", noValidate: true });

// What shall be done once a command has been left.
export function afterCommand(then) { done = then; }

export const typingCommand = () => command !== null;

export function tell(text, { wrong = false } = {}) {
  complaint.textContent = text;
  complaint.classList.toggle("hint", !wrong);
}

export function enterCommand(chosen) {
  command = chosen;
  fields = [];
  commandForm.hidden = false;
  tell(chosen.description);
  commandForm.replaceChildren(
    el("button", { class: "cancel", type: "button", ariaLabel: "Leave this command", title: "Leave this command (Esc)", onclick: leaveCommand }, "×"),
    el("span", { class: "mention" }, "/" + chosen.name));
  for (const option of chosen.options.filter((each) => each.required)) addField(option);
  offerMore();
}

// The first field, else the first option that can be added; false where there is neither.
export function focusCommand() {
  const first = fields[0]?.input ?? commandForm.querySelector(".more");
  first?.focus();
  return Boolean(first);
}

export function leaveCommand() {
  if (!command) return;
  command = null;
  fields = [];
  commandForm.hidden = true;
  tell("");
  hideSuggestions();
  done();
}

function offerMore() {
  commandForm.querySelectorAll(".more").forEach((node) => node.remove());
  for (const option of command.options.filter((each) => !fields.some((field) => field.option === each))) {
    commandForm.append(el("button", { class: "more", type: "button", title: option.description,
      onclick: () => { const { input } = addField(option); offerMore(); input.focus(); } }, "+ " + option.name));
  }
}

function addField(option) {
  const input = el("input", { autocomplete: "off", size: 12, title: option.description, ariaLabel: option.name, enterKeyHint: "next" });
  if (option.required) input.setAttribute("aria-required", "true");
  if (option.type === FILE) input.type = "file";
  else suggestible(input);
  if ([INTEGER, NUMBER].includes(option.type)) input.inputMode = option.type === INTEGER ? "numeric" : "decimal";
  const field = { option, input, value: null, asked: 0 };
  input.addEventListener("input", () => typedIn(field));
  input.addEventListener("focus", () => { tell(`${option.name}: ${option.description}`); suggest(field); });
  input.addEventListener("blur", hideSuggestions);
  input.addEventListener("keydown", (event) => {
    if (keyOfList(event)) return;
    if (event.key === "Enter") commandForm.requestSubmit();
    else if (event.key === "Backspace" && !input.value) removeField(field);
    else return;
    event.preventDefault();
  });
  fields.push(field);
  commandForm.append(el("label", { class: "option" }, option.name, input));
  return field;
}

async function typedIn(field) {
  field.value = null;
  mark(field, false);
  if (field.option.type === FILE) field.value = await fileOf(field.input);
  else suggest(field);
}

function mark(field, wrong) {
  if (wrong) field.input.setAttribute("aria-invalid", "true");
  else field.input.removeAttribute("aria-invalid");
}

// A file as the table takes it: its name, and its bytes in base64.
async function fileOf(input) {
  const [file] = input.files;
  if (!file) return null;
  const reader = new FileReader();
  const read = new Promise((finished, failed) => { reader.onload = finished; reader.onerror = failed; });
  reader.readAsDataURL(file);
  await read;
  return { filename: file.name, data: reader.result.slice(reader.result.indexOf(",") + 1) };
}

function removeField(field) {
  if (field.option.required) { leaveCommand(); return; }
  field.input.parentElement.remove();
  fields = fields.filter((each) => each !== field);
  offerMore();
  (fields.at(-1)?.input ?? commandForm.querySelector(".more"))?.focus();
}

async function suggest(field) {
  if (field.option.type === FILE) return;
  const typed = field.input.value;
  const near = (entry) => entry.name.toLowerCase().includes(typed.toLowerCase());
  const entries = field.option.autocomplete ? await askForChoices(field, typed) : choicesOf(field.option).filter(near);
  if (!entries || document.activeElement !== field.input) return;
  offer(field.input, entries.slice(0, MOST_CHOICES).map((entry) => ({ title: entry.name, note: entry.note, pick: () => fill(field, entry) })));
  if (typed && !entries.length && choicesOf(field.option).length) tell(`${field.option.name}: no options match.`, { wrong: true });
}

async function askForChoices(field, typed) {
  const turn = ++field.asked;
  await new Promise((waited) => setTimeout(waited, TYPING_PAUSE_MS));
  if (turn !== field.asked || !fields.includes(field)) return null;
  try {
    const report = await interact({ kind: "autocomplete", channel: state.channelId, name: command.name, focused: field.option.name,
      options: { ...values(), [field.option.name]: typed } });
    return turn === field.asked && field.value === null ? report.choices : null;
  } catch {
    if (turn === field.asked) tell(`${field.option.name}: loading options failed. You can still type a value.`, { wrong: true });
    return [];
  }
}

function fill(field, entry) {
  field.input.value = entry.name;
  field.input.size = Math.max(12, entry.name.length);
  field.value = entry.value;
  mark(field, false);
  const next = fields[fields.indexOf(field) + 1];
  if (next) next.input.focus();
  else commandForm.nextElementSibling.focus();
}

function values() {
  const given = {};
  for (const { option, input, value } of fields) {
    const typed = input.value.trim();
    if (typed) given[option.name] = value ?? choiceNamed(option, typed)?.value ?? typed;
  }
  return given;
}

// Sends the command once nothing is wrong with it; a refusal or a silent bot is told below, and nothing typed is lost.
export async function runCommand() {
  for (const field of fields) {
    const wrong = complaintAbout(field.option, field.input.value.trim(), field.value);
    mark(field, Boolean(wrong));
    if (!wrong) continue;
    field.input.focus();
    hideSuggestions();
    tell(`${field.option.name}: ${wrong}`, { wrong: true });
    return;
  }
  const report = await interact({ kind: "command", channel: state.channelId, name: command.name, options: values() });
  leaveCommand();
  if (report.modal) openModal(report);
}
