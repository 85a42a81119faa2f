// What an option of a command may be: its choices, and what Discord's client says of a value before anything is sent.
import { selectable } from "./table.js";

export const STRING = 3, INTEGER = 4, BOOLEAN = 5, NUMBER = 10, FILE = 11;
const LISTED = { 6: 5, 7: 8, 8: 6, 9: 7 };
const LONGEST = 6000;

// The values that an option is chosen from, as name and value; empty where it is typed freely.
export function choicesOf(option) {
  if (option.choices?.length) return option.choices;
  if (option.type === BOOLEAN) return [{ name: "True", value: true }, { name: "False", value: false }];
  return selectable({ type: LISTED[option.type] }).map((entry) => ({ name: entry.label, value: entry.value }));
}

export const choiceNamed = (option, typed) => choicesOf(option).find((entry) => entry.name.toLowerCase() === typed.toLowerCase());

// What is wrong with what was typed for an option, in a sentence, or null.
export function complaintAbout(option, typed, value) {
  if (!typed) return option.required ? "This option is required. Specify a value." : null;
  if (option.type === FILE || value !== null) return null;
  if (option.choices?.length || option.type === BOOLEAN || LISTED[option.type]) {
    return choiceNamed(option, typed) ? null : "Choose one of the options that are offered.";
  }
  if (option.type === INTEGER || option.type === NUMBER) return aboutNumber(option, typed);
  const least = option.min_length ?? 0, most = option.max_length ?? LONGEST;
  return typed.length < least || typed.length > most ? `Use ${least} to ${most} characters.` : null;
}

function aboutNumber(option, typed) {
  const number = Number(typed);
  if (Number.isNaN(number) || (option.type === INTEGER && !Number.isInteger(number))) return option.type === INTEGER ? "Type a whole number." : "Type a number.";
  const { min_value: least = -(2 ** 53), max_value: most = 2 ** 53 } = option;
  return number < least || number > most ? `Type a number from ${least} to ${most}.` : null;
}
