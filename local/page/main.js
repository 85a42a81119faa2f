// The page: channels to the left, messages in the middle, the composer below.
import { mountAside } from "./aside.js";
import { focusComposer, mountComposer, setHint } from "./composer.js";
import { $, el } from "./dom.js";
import { announce } from "./announcer.js";
import { carryOver, messageElement } from "./message.js";
import { mountPlaces } from "./places.js";
import { channelName, loadEarlier, messagesOf, nameOf, on, people, sitDown, state } from "./table.js";

const THREADS = [11, 12], NEAR = 80;
const EMPTY = "Nothing has been said here yet. Type / to see what the bot can do.";
const typists = new Map();

function showChannels() {
  const all = [...state.channels.values()];
  const texts = all.filter((channel) => channel.type === 0).sort((a, b) => a.position - b.position);
  const directs = all.filter((channel) => channel.type === 1);
  $("channels").replaceChildren(
    ...texts.map((channel) => [channelLink(channel, "#"), ...all.filter((thread) => THREADS.includes(thread.type) && thread.parent_id === channel.id)
      .filter((thread) => !thread.thread_metadata.archived || thread.id === state.channelId)
      .map((thread) => channelLink(thread, "↳", "thread"))]).flat(),
    ...(directs.length ? [el("h3", {}, "Direct messages"), ...directs.map((channel) => channelLink(channel, "@"))] : []));
}

function channelLink(channel, sign, kind = "") {
  const current = channel.id === state.channelId;
  const classes = [kind, state.unread.has(channel.id) && "unread"].filter(Boolean).join(" ");
  return el("a", { href: "#" + channel.id, class: classes, "aria-current": current ? "page" : null, onclick: closeSidebar },
    el("span", { class: "sign" }, sign), channelName(channel), badge(state.pinged.get(channel.id)));
}

function badge(count) {
  if (!count) return null;
  return el("span", { class: "badge" }, String(count), el("span", { class: "unseen" }, count === 1 ? " mention" : " mentions"));
}

function openChannel() {
  const before = state.channelId, seen = following ? null : $("messages").scrollTop;
  const wanted = location.hash.slice(1);
  const first = [...state.channels.values()].filter((channel) => channel.type === 0).sort((a, b) => a.position - b.position)[0];
  const channel = state.channels.get(wanted) ?? first;
  state.channelId = channel?.id ?? null;
  state.unread.delete(state.channelId);
  state.pinged.delete(state.channelId);
  if (!channel) return;
  const sign = channel.type === 1 ? "@" : THREADS.includes(channel.type) ? "" : "#";
  $("title").textContent = sign + channelName(channel);
  $("topic").textContent = channel.topic ?? (channel.parent_id ? `Thread in #${channelName(state.channels.get(channel.parent_id) ?? {})}` : "");
  document.title = `${sign}${channelName(channel)} · ${state.guild.name}`;
  setHint("Write, or / for commands");
  showChannels();
  showMessages();
  if (state.channelId === before && seen !== null) $("messages").scrollTop = seen;
}

function showMessages() {
  const found = messagesOf(state.channelId);
  const box = $("messages");
  box.setAttribute("aria-label", `Messages in ${$("title").textContent}`);
  box.replaceChildren(...found.map((message, index) => messageElement(message, found[index - 1])));
  if (state.longer.has(state.channelId)) {
    box.prepend(el("li", {}, el("button", { class: "button secondary earlier", type: "button", onclick: showEarlier }, "Earlier messages")));
  }
  if (!found.length) box.append(el("li", { class: "empty" }, EMPTY, state.shortcuts.length ? " Or press one of the games below the channels." : ""));
  toBottom();
}

// Older posts come above those that are being read.
async function showEarlier() {
  const box = $("messages"), fromBelow = box.scrollHeight - box.scrollTop;
  const first = messagesOf(state.channelId)[0];
  await loadEarlier(state.channelId);
  showMessages();
  box.scrollTop = box.scrollHeight - fromBelow;
  following = false;
  box.querySelector(`[data-id="${first.id}"]`).previousElementSibling?.querySelector("button")?.focus({ preventScroll: true });
}

// Whoever reads the newest message keeps seeing it, also when the list grows; only scrolling up ends that.
let following = true, lastTop = 0;

function toBottom() {
  following = true;
  $("newest").hidden = true;
  $("messages").scrollTop = lastTop = $("messages").scrollHeight;
}

function onScroll() {
  const box = $("messages");
  if (box.scrollHeight - box.scrollTop - box.clientHeight < NEAR) { following = true; $("newest").hidden = true; }
  else if (box.scrollTop < lastTop) following = false;
  lastTop = box.scrollTop;
}

function showMessage(message) {
  if (message.channel_id !== state.channelId) return;
  const box = $("messages");
  const old = box.querySelector(`[data-id="${message.id}"]`);
  const found = messagesOf(state.channelId);
  const index = found.findIndex((each) => each.id === message.id);
  const fresh = messageElement(message, found[index - 1]);
  if (old) carryOver(old, fresh);
  else if (index === found.length - 1 && !box.querySelector(".empty")) box.append(fresh);
  else showMessages();
  stopTyping(message.author.id);
  if (following || message.author.id === state.me.id || (!old && asked(message))) toBottom();
  else if (!old) $("newest").hidden = false;
}

// Whether it answers a command of the one who reads.
const asked = (message) => message.interaction_metadata?.name && message.interaction_metadata.user.id === state.me.id;

// The message below the deleted one may become the first of its author.
function removeMessage(message) {
  const gone = $("messages").querySelector(`[data-id="${message.id}"]`);
  if (!gone) return;
  const below = gone.nextElementSibling;
  const held = gone.contains(document.activeElement);
  gone.remove();
  const found = messagesOf(state.channelId);
  const index = found.findIndex((each) => each.id === below?.dataset.id);
  if (index >= 0) carryOver(below, messageElement(found[index], found[index - 1]));
  if (held || !found.length) $("messages").focus({ preventScroll: true });
  if (!found.length) showMessages();
}

function showTyping({ channel_id: channelId, user_id: userId }) {
  if (channelId !== state.channelId || userId === state.me.id) return;
  clearTimeout(typists.get(userId));
  typists.set(userId, setTimeout(() => stopTyping(userId), 9000));
  $("typing").textContent = `${nameOf(state.users.get(userId))} is typing …`;
}

function stopTyping(userId) {
  clearTimeout(typists.get(userId));
  typists.delete(userId);
  if (!typists.size) $("typing").textContent = "";
}

function setSidebar(open) {
  document.body.classList.toggle("sidebar-open", open);
  $("veil").hidden = !open;
  $("menu").setAttribute("aria-expanded", String(open));
}

const closeSidebar = () => setSidebar(false);

function openSidebar() {
  setSidebar(true);
  ($("channels").querySelector("[aria-current]") ?? $("user")).focus();
}

async function begin() {
  const everybody = await people();
  const chosen = new URLSearchParams(location.search).get("user") ?? sessionStorage.getItem("user");
  const user = everybody.find((each) => [each.id, nameOf(each)].includes(chosen)) ?? everybody[0];
  $("user").replaceChildren(...everybody.map((each) => el("option", { value: each.id, selected: each === user }, nameOf(each))));
  sitDown(user.id);
}

on("snapshot", () => { $("server").textContent = state.guild.name; openChannel(); });
on("channels", () => (state.channels.has(state.channelId) ? showChannels() : openChannel()));
on("message", showMessage);
on("new message", announce);
on("deleted", (message) => message.channel_id === state.channelId && removeMessage(message));
on("typing", showTyping);
addEventListener("hashchange", () => { openChannel(); closeSidebar(); });
$("user").addEventListener("change", (event) => {
  sessionStorage.setItem("user", event.target.value);
  state.unread.clear();
  state.pinged.clear();
  sitDown(event.target.value);
  closeSidebar();
});
$("skip").addEventListener("click", focusComposer);
$("menu").addEventListener("click", openSidebar);
$("veil").addEventListener("click", closeSidebar);
$("sidebar").addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || $("veil").hidden) return;
  closeSidebar();
  $("menu").focus();
});
$("messages").addEventListener("load", () => following && toBottom(), true);
$("messages").addEventListener("scroll", onScroll);
$("newest").addEventListener("click", () => { toBottom(); focusComposer(); });
new ResizeObserver(() => following && toBottom()).observe($("messages"));
mountComposer();
mountPlaces();
mountAside();
begin();
