// New messages in words, for those who hear the page: said once, when they come, and only where one is.
import { $, el } from "./dom.js";
import { nameOf, pings, state } from "./table.js";

const LONGEST = 400;
const KEPT = 5;

export function announce(message) {
  if (message.author.id === state.me.id) return;
  const here = message.channel_id === state.channelId;
  if (!here && !pings(message)) return;
  const shown = here ? document.querySelector(`#messages [data-id="${message.id}"] .body`) : null;
  const where = here ? "" : ` in ${state.channels.get(message.channel_id)?.name ?? "a direct message"}`;
  const said = el("p", {}, `${nameOf(message.author)}${where}: ${shown ? inWords(shown) : "you are mentioned"}`);
  $("announcer").append(said);
  while ($("announcer").children.length > KEPT) $("announcer").firstChild.remove();
}

function inWords(body) {
  const parts = [...body.querySelectorAll(".words, .embed h4, .field")].map((node) => node.innerText.trim());
  const pictures = body.querySelectorAll("img").length;
  const buttons = [...body.querySelectorAll(".button")].map((button) => button.textContent);
  if (pictures) parts.push(pictures === 1 ? "A picture." : `${pictures} pictures.`);
  const text = parts.filter(Boolean).join(" ");
  const cut = text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text;
  return buttons.length ? `${cut} Buttons: ${buttons.join(", ")}.` : cut;
}
