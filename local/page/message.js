// One message: author, words, embeds, pictures, buttons and selects.
import { el, notice } from "./dom.js";
import { inline, markdown, timestamp } from "./markdown.js";
import { openModal } from "./modal.js";
import { openPicture } from "./picture.js";
import { channelName, interact, nameOf, now, pings, react, removeMessage, selectable, state } from "./table.js";

const EPHEMERAL = 1 << 6, LOADING = 1 << 7;
const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };
const QUICK_REACTIONS = ["👍", "🎲", "❤️"];
const THREAD_CREATED = 18;
const WIDEST = 560, HIGHEST = 420;

export function messageElement(message, previous) {
  const ephemeral = Boolean(message.flags & EPHEMERAL);
  const pinged = pings(message);
  const grouped = previous && continues(message, previous);
  const classes = ["message", ephemeral && "ephemeral", pinged && "pinged", grouped && "grouped"].filter(Boolean).join(" ");
  if (message.type === THREAD_CREATED) return threadNotice(message);
  return el("li", { class: classes, data: { id: message.id } },
    usedBy(message),
    grouped ? null : el("div", { class: "avatar", style: avatarColour(message.author), ariaHidden: "true" }, nameOf(message.author)[0]),
    el("div", { class: "body" },
      grouped ? null : heading(message),
      message.flags & LOADING ? el("p", { class: "thinking" }, `${nameOf(message.author)} is thinking …`) : words(message),
      message.embeds.map((embed) => embedElement(embed, message)),
      loosePictures(message),
      message.components.map((component) => componentElement(component, message)),
      threadLink(message),
      reactions(message),
      ephemeral ? ephemeralNote(message) : null),
    ephemeral ? null : toolbar(message));
}

// A message that changes keeps what its reader was about: the focus, and a menu that is half filled in.
export function carryOver(old, fresh) {
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  for (const menu of old.querySelectorAll("details[data-part]")) {
    const same = partOf(fresh, menu.dataset.part);
    if (!same?.matches("details")) continue;
    same.open = menu.open;
    if (!menu.open) continue;
    for (const box of menu.querySelectorAll("input")) {
      const again = [...same.querySelectorAll("input")].find((each) => each.value === box.value);
      if (again) again.checked = box.checked;
    }
  }
  old.replaceWith(fresh);
  if (!focused) return;
  const part = focused.closest("[data-part]")?.dataset.part;
  const within = part && partOf(fresh, part);
  const target = within?.matches("details") ? twin(focused, within) : within;
  (target ?? fresh.querySelector("button:not(:disabled), select:not(:disabled)") ?? document.getElementById("messages")).focus({ preventScroll: true });
}

const partOf = (message, part) => [...message.querySelectorAll("[data-part]")].find((node) => node.dataset.part === part);

function twin(focused, menu) {
  const same = [...menu.querySelectorAll("input")].find((box) => box.value === focused.value);
  return same ?? menu.querySelector(focused.localName);
}

function continues(message, previous) {
  const close = new Date(message.timestamp) - new Date(previous.timestamp) < 420000;
  return close && message.author.id === previous.author.id && !message.interaction_metadata?.name && previous.type !== THREAD_CREATED
    && (message.flags & EPHEMERAL) === (previous.flags & EPHEMERAL);
}

function avatarColour(user) {
  return `background:hsl(${Number((BigInt(user.id) * 137n) % 360n)} 45% 32%)`;
}

function usedBy(message) {
  const used = message.interaction_metadata;
  if (!used?.name || message.type !== 20) return null;
  return el("div", { class: "used" }, el("b", {}, nameOf(used.user)), " used ", el("span", { class: "mention" }, "/" + used.name));
}

function heading(message) {
  const seconds = Math.floor(new Date(message.timestamp) / 1000);
  const today = new Date(message.timestamp).toDateString() === new Date(now()).toDateString();
  return el("div", { class: "heading" },
    el("b", {}, nameOf(message.author)),
    message.author.bot ? el("span", { class: "tag" }, "APP") : null,
    timestamp(seconds, today ? "t" : "s"));
}

function words(message) {
  const edited = message.edited_timestamp ? el("span", { class: "edited" }, " (edited)") : null;
  if (!message.content) return null;
  return el("div", { class: "words" }, markdown(message.content), edited);
}

function threadNotice(message) {
  return el("li", { class: "message system", data: { id: message.id } },
    el("p", {}, el("b", {}, nameOf(message.author)), " started a thread: ",
      el("a", { href: "#" + message.message_reference.channel_id }, message.content)));
}

function threadLink(message) {
  if (!message.thread) return null;
  const thread = state.channels.get(message.thread.id) ?? message.thread;
  return el("a", { class: "thread-link", href: "#" + thread.id }, `${channelName(thread)} · ${thread.message_count} messages ›`);
}

function embedElement(embed, message) {
  const colour = embed.color ? `border-left-color:#${embed.color.toString(16).padStart(6, "0")}` : "";
  const title = embed.title ? inline(embed.title) : null;
  const foot = [embed.footer?.text, embed.timestamp && new Date(embed.timestamp).toLocaleString()].filter(Boolean).join(" · ");
  return el("article", { class: "embed", style: colour },
    embed.thumbnail ? picture(message, embed.thumbnail.url, "", "thumbnail") : null,
    embed.author ? el("div", { class: "embed-author" }, embed.author.name) : null,
    title ? el("h4", {}, embed.url ? el("a", { href: embed.url, target: "_blank", rel: "noreferrer" }, title) : title) : null,
    embed.description ? el("div", { class: "words" }, markdown(embed.description)) : null,
    embed.fields?.length ? el("div", { class: "fields" }, embed.fields.map((field) =>
      el("div", { class: field.inline ? "field inline" : "field" }, el("b", {}, inline(field.name)), markdown(field.value)))) : null,
    embed.image ? picture(message, embed.image.url, embed.image.description) : null,
    foot ? el("footer", {}, foot) : null);
}

// A picture keeps its room while it is loading, where the message knows how large it is.
function picture(message, url, words, className = "picture") {
  const file = message.attachments.find((attachment) => attachment.url === url) ?? {};
  const alt = words ?? file.description ?? "";
  const whole = className === "picture";
  const image = el("img", { src: url, alt: alt || "picture", class: className, style: whole && file.width ? room(file) : null });
  return el("button", { class: "zoom", type: "button", title: "Enlarge this picture", onclick: () => openPicture(url, alt) }, image,
    alt && whole ? el("span", { class: "alt", ariaHidden: "true" }, "ALT") : null);
}

function room({ width, height }) {
  const scale = Math.min(WIDEST / width, HIGHEST / height, 1);
  return `width:${Math.round(width * scale)}px;aspect-ratio:${width}/${height}`;
}

function loosePictures(message) {
  const used = JSON.stringify([message.embeds, message.components]);
  const loose = message.attachments.filter((attachment) => !used.includes(JSON.stringify(attachment.url)));
  const isPicture = (attachment) => attachment.content_type.startsWith("image/");
  return [
    ...mosaic(loose.filter(isPicture).map((attachment) => picture(message, attachment.url))),
    ...loose.filter((attachment) => !isPicture(attachment)).map((attachment) =>
      el("a", { class: "file", href: attachment.url, download: attachment.filename }, `${attachment.filename} · ${size(attachment.size)}`)),
  ];
}

// Several pictures stand together as Discord puts them: two, or one large and two small, or rows of three below the rest.
function mosaic(pictures) {
  if (pictures.length < 2) return pictures;
  const over = pictures.length > 4 ? pictures.length % 3 : 0;
  const across = (place) => (place < over || pictures.length === 2 || pictures.length === 4 ? over || 2 : 3);
  pictures.forEach((each, place) => each.classList.add("tile", pictures.length === 3 ? (place ? "small" : "large") : `of-${across(place)}`));
  return [el("div", { class: "mosaic" }, pictures)];
}

const size = (bytes) => (bytes < 1024 ? `${bytes} bytes` : bytes < 1048576 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 1048576).toFixed(1)} MB`);

function componentElement(component, message) {
  switch (component.type) {
    case 1: return el("div", { class: "row" }, component.components.map((child) => componentElement(child, message)));
    case 2: return buttonElement(component, message);
    case 9: return el("div", { class: "section" },
      el("div", {}, component.components.map((child) => componentElement(child, message))), componentElement(component.accessory, message));
    case 10: return el("div", { class: "words" }, markdown(component.content));
    case 11: return picture(message, component.media.url, component.description ?? "", "thumbnail");
    case 12: return el("div", {}, mosaic(component.items.map((item) => picture(message, item.media.url, item.description))));
    case 13: return el("a", { class: "file", href: component.file.url }, component.file.url.split("/").pop());
    case 14: return component.divider === false ? el("div", { class: "gap" }) : el("hr");
    case 17: return el("section", { class: "embed container", style: component.accent_color ? `border-left-color:#${component.accent_color.toString(16).padStart(6, "0")}` : "" },
      component.components.map((child) => componentElement(child, message)));
    default: return selectElement(component, message);
  }
}

function buttonElement(button, message) {
  const label = [button.emoji?.name, button.label].filter(Boolean).join(" ");
  const classes = `button ${STYLES[button.style] ?? "secondary"}`;
  if (button.style === 5) return el("a", { class: classes, href: button.url, target: "_blank", rel: "noreferrer" }, label);
  return el("button", { class: classes, type: "button", disabled: button.disabled, data: { part: button.custom_id },
    onclick: (event) => use(event.currentTarget, message, button.custom_id) }, label);
}

async function use(control, message, customId, values) {
  control.classList.add("busy");
  try {
    const report = await interact({ kind: "component", message: message.id, custom_id: customId, values });
    if (report.modal) openModal(report);
  } catch (error) {
    notice(error.message);
  } finally {
    control.classList.remove("busy");
  }
}

function selectElement(select, message) {
  const hint = select.placeholder ?? "Make a selection";
  if ((select.max_values ?? 1) > 1 || select.min_values === 0) return multiSelect(select, message, hint);
  const chosen = selectable(select).find((entry) => entry.default);
  const control = el("select", { class: "select", disabled: select.disabled, ariaLabel: hint, data: { part: select.custom_id } },
    el("option", { value: "", disabled: true, selected: !chosen }, hint),
    selectable(select).map((entry) => el("option", { value: entry.value, selected: entry === chosen }, entry.description ? `${entry.label}: ${entry.description}` : entry.label)));
  control.addEventListener("keydown", (event) => openFirst(event, control));
  control.addEventListener("change", async () => {
    await use(control, message, select.custom_id, [control.value]);
    if (!chosen) control.selectedIndex = 0;
  });
  return control;
}

// A closed menu would choose at every arrow key: open it first, so that only Enter chooses.
function openFirst(event, control) {
  const chooses = event.key.startsWith("Arrow") || event.key.startsWith("Page") || ["Home", "End"].includes(event.key) || event.key.length === 1;
  if (!chooses || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  control.showPicker?.();
}

function multiSelect(select, message, hint) {
  const boxes = selectable(select).map((entry) => el("label", {}, el("input", { type: "checkbox", value: entry.value, checked: entry.default }),
    signOf(entry), el("span", {}, entry.label, entry.description ? el("small", {}, entry.description) : null)));
  const send = el("button", { class: "button primary", type: "button", onclick: (event) => {
    const values = boxes.map((box) => box.firstChild).filter((box) => box.checked).map((box) => box.value);
    use(event.currentTarget, message, select.custom_id, values);
  } }, "Choose");
  const least = select.min_values ?? 1, most = select.max_values ?? 1;
  const range = least === most ? `choose ${most}` : `choose ${least} to ${most}`;
  if (select.disabled) return el("div", { class: "select" }, hint);
  const summary = el("summary", { onclick: () => setTimeout(() => menu.scrollIntoView({ block: "nearest" })) }, `${hint} (${range})`);
  const menu = el("details", { class: "select multi", data: { part: select.custom_id } }, summary, el("div", { class: "options" }, boxes), send);
  return menu;
}

// Words stand beside each, so it says nothing itself; a menu that the browser shows can have none.
const signOf = (entry) => (entry.emoji?.id ? el("img", { class: "sign", src: `/cdn/emojis/${entry.emoji.id}`, alt: "" }) : null);

function reactions(message) {
  if (!message.reactions?.length) return null;
  return el("div", { class: "reactions" }, message.reactions.map((reaction) =>
    el("button", { type: "button", ariaLabel: `${reaction.emoji.name}, ${reaction.count}: react too, or take yours back`, onclick: () => toggle(message, reaction.emoji.name) }, `${reaction.emoji.name} ${reaction.count}`)));
}

async function toggle(message, emoji) {
  try { await react(message.id, emoji); } catch (error) { notice(error.message); }
}

function toolbar(message) {
  const own = message.author.id === state.me.id;
  return el("div", { class: "toolbar" },
    QUICK_REACTIONS.map((emoji) => el("button", { type: "button", title: `React with ${emoji}`, ariaLabel: `React with ${emoji}`, onclick: () => toggle(message, emoji) }, emoji)),
    own ? el("button", { type: "button", onclick: () => removeMessage(message.id).catch((error) => notice(error.message)) }, "Delete") : null);
}

function ephemeralNote(message) {
  return el("p", { class: "note" }, "Only you can see this · ",
    el("button", { class: "plain", type: "button", onclick: () => removeMessage(message.id).catch((error) => notice(error.message)) }, "Dismiss message"));
}
