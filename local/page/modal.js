// The modals of the bot, over the channel.
import { el } from "./dom.js";
import { markdown } from "./markdown.js";
import { interact, selectable } from "./table.js";

export function openModal({ id, modal }) {
  const readers = new Map();
  const complaint = el("p", { class: "complaint", role: "alert" });
  const send = el("button", { class: "button primary", type: "submit" }, "Submit");
  const form = el("form", { method: "dialog" },
    el("h3", {}, modal.title),
    modal.components.map((component) => part(component, readers)),
    complaint,
    el("div", { class: "row end" },
      el("button", { class: "button secondary", type: "button", onclick: () => dialog.close() }, "Cancel"), send));
  const dialog = el("dialog", { class: "modal", ariaLabel: modal.title, onclose: () => dialog.remove() }, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    send.disabled = true;
    try {
      const fields = Object.fromEntries([...readers].map(([customId, read]) => [customId, read()]));
      await interact({ kind: "modal", interaction: id, fields });
      dialog.close();
    } catch (error) {
      complaint.textContent = error.message;
    } finally {
      send.disabled = false;
    }
  });
  document.body.append(dialog);
  dialog.showModal();
}

function part(component, readers) {
  if (component.type === 1) return component.components.map((child) => labelled(child, child.label, null, readers));
  if (component.type === 18) return labelled(component.component, component.label, component.description, readers);
  if (component.type === 10) return el("div", { class: "words" }, markdown(component.content));
  return null;
}

function labelled(component, label, description, readers) {
  const required = component.required !== false && component.type !== 23;
  const group = [21, 22].includes(component.type) || isMulti(component);
  return el(group ? "fieldset" : "label", { class: "field-of-modal" },
    el(group ? "legend" : "span", { class: "label" }, label, required ? el("span", { class: "required" }, " *") : null),
    description ? el("small", {}, description) : null,
    control(component, required, readers));
}

const isMulti = (component) => [3, 5, 6, 7, 8].includes(component.type) && (component.max_values ?? 1) > 1;

function control(component, required, readers) {
  if (component.type === 4) return textInput(component, required, readers);
  if (component.type === 23) return checkbox(component, readers);
  if (component.type === 21) return choices(component, component.options, "radio", readers);
  if (component.type === 22) return choices(component, component.options, "checkbox", readers);
  if (isMulti(component)) return choices(component, selectable(component), "checkbox", readers);
  return oneOf(component, required, readers);
}

function textInput(component, required, readers) {
  const long = component.style === 2;
  const input = el(long ? "textarea" : "input", {
    value: component.value ?? "", placeholder: component.placeholder ?? "", required, rows: long ? 5 : undefined,
    maxLength: component.max_length ?? 4000, minLength: component.min_length ?? 0,
  });
  readers.set(component.custom_id, () => input.value);
  return input;
}

function checkbox(component, readers) {
  const input = el("input", { type: "checkbox", checked: component.default });
  readers.set(component.custom_id, () => input.checked);
  return input;
}

function choices(component, options, type, readers) {
  const inputs = options.map((option) => el("input", { type, name: component.custom_id, value: option.value, checked: option.default }));
  readers.set(component.custom_id, () => inputs.filter((input) => input.checked).map((input) => input.value));
  return options.map((option, index) => el("label", { class: "choice" }, inputs[index],
    el("span", {}, option.label, option.description ? el("small", {}, option.description) : null)));
}

function oneOf(component, required, readers) {
  const options = selectable(component);
  const select = el("select", { required },
    el("option", { value: "" }, component.placeholder ?? "Make a selection"),
    options.map((option) => el("option", { value: option.value, selected: option.default }, option.label)));
  readers.set(component.custom_id, () => (select.value ? [select.value] : []));
  return select;
}
