// Discord's markdown as elements: blocks first, then what stands within a line.
import { el } from "./dom.js";
import { channelName, nameOf, now, state } from "./table.js";

const INLINE = [
  [/^\\([^\s0-9A-Za-z])/, (m) => m[1]],
  [/^``(.+?)``|^`([^`]+)`/s, (m) => el("code", {}, m[1] ?? m[2])],
  [/^\*\*\*(.+?)\*\*\*/s, (m) => el("strong", {}, el("em", {}, inline(m[1])))],
  [/^\*\*(.+?)\*\*/s, (m) => el("strong", {}, inline(m[1]))],
  [/^__(.+?)__/s, (m) => el("u", {}, inline(m[1]))],
  [/^~~(.+?)~~/s, (m) => el("s", {}, inline(m[1]))],
  [/^\|\|(.+?)\|\|/s, (m) => spoiler(m[1])],
  [/^\*(\S(?:.*?\S)?)\*/s, (m) => el("em", {}, inline(m[1]))],
  [/^_(\S(?:.*?\S)?)_(?!\w)/s, (m) => el("em", {}, inline(m[1]))],
  [/^<@!?(\d+)>/, (m) => mention("@" + nameOf(state.users.get(m[1]) ?? { username: "unknown" }), m[1] === state.me.id)],
  [/^<@&(\d+)>/, (m) => mention("@" + (state.roles.get(m[1])?.name ?? "unknown"))],
  [/^<#(\d+)>/, (m) => channelLink(m[1])],
  [/^<\/([^:>]+):\d+>/, (m) => mention("/" + m[1])],
  [/^<t:(-?\d+)(?::([tTdDfFRsS]))?>/, (m) => timestamp(Number(m[1]), m[2] ?? "f")],
  [/^<a?:(\w+):(\d+)>/, (m) => el("img", { class: "sign", src: `/cdn/emojis/${m[2]}`, alt: `:${m[1]}:` })],
  [/^@(everyone|here)\b/, (m) => mention(m[0])],
  [/^\[([^\]]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/, (m) => link(m[2], inline(m[1]))],
  [/^<(https?:\/\/[^\s>]+)>/, (m) => link(m[1], m[1])],
  [/^https?:\/\/[^\s<>]*[^\s<>.,:;"')\]]/, (m) => link(m[0], m[0])],
];

const link = (href, content) => el("a", { href, target: "_blank", rel: "noreferrer" }, content);
const mention = (text, own = false) => el("span", { class: own ? "mention own" : "mention" }, text);

function channelLink(id) {
  const channel = state.channels.get(id);
  return el("a", { class: "mention", href: "#" + id }, "#" + (channel ? channelName(channel) : "unknown"));
}

function spoiler(text) {
  const show = (event) => event.currentTarget.classList.add("shown");
  return el("span", { class: "spoiler", role: "button", tabIndex: 0, onclick: show, onkeydown: show }, inline(text));
}

export function inline(text) {
  const out = [];
  let plain = "";
  while (text) {
    const hit = findToken(text, plain);
    if (hit) {
      if (plain) out.push(plain);
      plain = "";
      out.push(hit.node);
      text = text.slice(hit.length);
    } else {
      const step = text.match(/^(\w+|[^\w])/su)?.[0] ?? text[0];
      const letter = text.startsWith("http") ? text[0] : step;
      plain += letter;
      text = text.slice(letter.length);
    }
  }
  if (plain) out.push(plain);
  return out;
}

function findToken(text, before) {
  for (const [pattern, make] of INLINE) {
    const match = text.match(pattern);
    if (!match || (match[0][0] === "_" && /\w$/.test(before))) continue;
    return { node: make(match), length: match[0].length };
  }
  return null;
}

const DATES = {
  t: { timeStyle: "short" }, T: { timeStyle: "medium" }, d: { dateStyle: "short" }, D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" }, F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" }, S: { dateStyle: "short", timeStyle: "medium" },
};

export function timestamp(seconds, style) {
  const date = new Date(seconds * 1000);
  const text = style === "R" ? relative(seconds) : new Intl.DateTimeFormat(undefined, DATES[style]).format(date);
  const full = new Intl.DateTimeFormat(undefined, DATES.F).format(date);
  return el("time", { class: "stamp", title: full, data: style === "R" ? { relative: seconds } : {} }, text);
}

const UNITS = [[31536000, "year"], [2592000, "month"], [86400, "day"], [3600, "hour"], [60, "minute"], [1, "second"]];

export function relative(seconds) {
  const away = seconds - now() / 1000;
  const [size, unit] = UNITS.find(([size]) => Math.abs(away) >= size) ?? [1, "second"];
  return new Intl.RelativeTimeFormat(undefined, { numeric: "auto" }).format(Math.round(away / size), unit);
}

setInterval(() => {
  for (const node of document.querySelectorAll("time[data-relative]")) node.textContent = relative(Number(node.dataset.relative));
}, 15000);

export function markdown(text) {
  const out = [];
  for (const [index, part] of text.split(/```(?:([\w+-]+)\n)?\n?([\s\S]*?)```\n?/).entries()) {
    if (index % 3 === 2) out.push(el("pre", {}, el("code", {}, part.replace(/\n$/, ""))));
    else if (index % 3 === 0 && part) out.push(...blocks(part.split("\n")));
  }
  return out;
}

const BULLET = /^(\s*)(?:[-*]|(\d+)\.)\s+(.*)$/;

function blocks(lines) {
  const out = [];
  let paragraph = [];
  const close = () => {
    if (paragraph.length) out.push(el("p", {}, paragraph.flatMap((line, i) => (i ? [el("br"), ...inline(line)] : inline(line)))));
    paragraph = [];
  };
  for (let i = 0; i < lines.length; i++) {
    const heading = lines[i].match(/^(#{1,3}|-#)\s+(.+)$/);
    if (heading) {
      close();
      out.push(heading[1] === "-#" ? el("small", { class: "subtext" }, inline(heading[2])) : el("h" + (heading[1].length + 2), {}, inline(heading[2])));
    } else if (lines[i].startsWith(">>> ")) {
      close();
      out.push(el("blockquote", {}, markdown([lines[i].slice(4), ...lines.slice(i + 1)].join("\n"))));
      return out;
    } else if (/^> ?/.test(lines[i])) {
      close();
      const quoted = [];
      while (i < lines.length && /^> ?/.test(lines[i])) quoted.push(lines[i++].replace(/^> ?/, ""));
      i--;
      out.push(el("blockquote", {}, blocks(quoted)));
    } else if (BULLET.test(lines[i])) {
      close();
      const items = [];
      while (i < lines.length && BULLET.test(lines[i])) items.push(lines[i++].match(BULLET));
      i--;
      out.push(list(items));
    } else {
      paragraph.push(lines[i]);
    }
  }
  while (paragraph.length && !paragraph.at(-1).trim()) paragraph.pop();
  close();
  return out;
}

function list(items) {
  const numbered = items[0][2] !== undefined;
  const entries = items.map(([, indent, , text]) => el("li", { class: indent ? "deeper" : "" }, inline(text)));
  return el(numbered ? "ol" : "ul", numbered ? { start: Number(items[0][2]) } : {}, entries);
}
