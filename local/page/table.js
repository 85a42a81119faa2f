// What the acting user knows: kept up to date by the feed, changed by requests.

const EPHEMERAL = 1 << 6, LOADING = 1 << 7, AT_ONCE = 200;
const listeners = new Map();
export const state = {
  me: null, botId: null, guild: null,
  users: new Map(), roles: new Map(), channels: new Map(), messages: new Map(),
  commands: [], shortcuts: [], ahead: 0, channelId: null, unread: new Set(), pinged: new Map(), longer: new Set(),
};
const reports = new Map();
const awaited = new Map();
let socket = null;

export function on(event, listener) {
  if (!listeners.has(event)) listeners.set(event, []);
  listeners.get(event).push(listener);
}

function emit(event, data) {
  for (const listener of listeners.get(event) ?? []) listener(data);
}

export async function people() {
  return (await fetch("/local/people")).json();
}

export function sitDown(user) {
  if (socket) { socket.onclose = null; socket.close(); }
  reports.clear();
  for (const waiting of awaited.values()) waiting.failed(new Error("The table was gone for a moment: look whether this was done."));
  awaited.clear();
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  socket = new WebSocket(`${scheme}://${location.host}/local/feed?user=${encodeURIComponent(user)}`);
  socket.onmessage = (message) => {
    const { event, data } = JSON.parse(message.data);
    take(event, data);
  };
  socket.onclose = () => { emit("lost"); setTimeout(() => sitDown(user), 1500); };
}

const byId = (records) => new Map(records.map((record) => [record.id, record]));

function take(event, data) {
  if (event === "SNAPSHOT") takeSnapshot(data);
  else if (event === "MESSAGE_CREATE" || event === "MESSAGE_UPDATE") takeMessage(event, data);
  else if (event === "MESSAGE_DELETE") { state.messages.delete(data.id); emit("deleted", data); }
  else if (/^(CHANNEL|THREAD)_(CREATE|UPDATE)$/.test(event)) { state.channels.set(data.id, data); emit("channels"); }
  else if (/^(CHANNEL|THREAD)_DELETE$/.test(event)) { state.channels.delete(data.id); emit("channels"); }
  else if (event === "MESSAGE_REACTION_ADD" || event === "MESSAGE_REACTION_REMOVE") takeReaction(event, data);
  else if (event === "INTERACTION_UPDATE") takeReport(data);
  else if (event === "COMMANDS_UPDATE") loadCommands();
  else if (event === "TYPING_START") emit("typing", data);
  else if (event === "CLOCK_UPDATE") { state.ahead = data.ahead; emit("clock"); }
}

function takeSnapshot(data) {
  Object.assign(state, {
    me: data.me, botId: data.bot_id, guild: data.guild, commands: data.commands, shortcuts: data.shortcuts, ahead: data.ahead,
    users: byId(data.users), roles: byId(data.roles), channels: byId(data.channels), messages: byId(data.messages),
  });
  state.longer = new Set([...state.channels.keys()].filter((id) => messagesOf(id).length >= AT_ONCE));
  emit("snapshot");
}

function takeMessage(event, message) {
  const was = state.messages.get(message.id);
  state.messages.set(message.id, message);
  if (event === "MESSAGE_CREATE" && message.channel_id !== state.channelId) {
    state.unread.add(message.channel_id);
    if (pings(message)) state.pinged.set(message.channel_id, (state.pinged.get(message.channel_id) ?? 0) + 1);
    emit("channels");
  }
  if (event === "MESSAGE_CREATE") countInThread(message);
  emit("message", message);
  const answered = event === "MESSAGE_CREATE" || was?.flags & LOADING;
  if (answered && !(message.flags & LOADING)) emit("new message", message);
}

/** The message on which a thread hangs says how many there are in it. */
function countInThread(message) {
  const thread = state.channels.get(message.channel_id), starter = state.messages.get(message.channel_id);
  if (!thread || !starter || message.flags & EPHEMERAL) return;
  thread.message_count += 1;
  emit("message", starter);
}

export const pings = (message) => message.mention_everyone || message.mentions.some((user) => user.id === state.me.id);

function takeReaction(event, data) {
  const message = state.messages.get(data.message_id);
  if (!message) return;
  const name = data.emoji.name;
  const reactions = message.reactions ?? [];
  const found = reactions.find((reaction) => reaction.emoji.name === name);
  const change = event === "MESSAGE_REACTION_ADD" ? 1 : -1;
  if (found) found.count += change;
  else reactions.push({ emoji: data.emoji, count: 1 });
  message.reactions = reactions.filter((reaction) => reaction.count > 0);
  emit("message", message);
}

function takeReport(report) {
  reports.set(report.id, report);
  const waiting = awaited.get(report.id);
  if (waiting && report.status !== "waiting") { awaited.delete(report.id); waiting.done(report); }
}

async function loadCommands() {
  state.commands = await (await fetch(`/local/commands?user=${encodeURIComponent(state.me.id)}`)).json();
  emit("commands");
}

// Adds the messages of a channel before the oldest that is known; `longer` holds the channels that may have more.
export async function loadEarlier(channelId) {
  const query = new URLSearchParams({ user: state.me.id, channel: channelId, before: messagesOf(channelId)[0].id });
  const found = await (await fetch(`/local/history?${query}`)).json();
  for (const message of found) state.messages.set(message.id, message);
  if (found.length < AT_ONCE) state.longer.delete(channelId);
}

async function request(method, path, body) {
  const response = await fetch(path, {
    method, headers: { "Content-Type": "application/json" }, body: JSON.stringify({ user: state.me.id, ...body }),
  });
  const answer = response.status === 204 ? null : await response.json();
  if (!response.ok) throw new Error(answer.message);
  return answer;
}

// Starts an interaction and gives the bot's first answer: a report with status, modal, choices or error.
export async function interact(body) {
  const { id } = await request("POST", "/local/interactions", body);
  const known = reports.get(id);
  const report = known && known.status !== "waiting" ? known : await new Promise((done, failed) => awaited.set(id, { done, failed }));
  if (report.status === "failed") throw new Error(report.error);
  return report;
}

// Make a channel, or a thread of one; give its id.
export const makeChannel = async (name) => (await request("POST", "/local/channels", { name })).channel;
export const makeThread = async (channel, name) => (await request("POST", "/local/threads", { channel, name })).channel;

// Uses a shortcut in a new channel of its own; gives that channel's id.
export const useShortcut = async (number) => (await request("POST", `/local/shortcuts/${number}`, {})).channel;
export const moveClock = (seconds) => request("POST", "/local/clock", { advance: seconds });
export const say = (channel, content) => request("POST", "/local/messages", { channel, content });
export const removeMessage = (id) => request("DELETE", `/local/messages/${id}`, {});
export const react = (message, emoji) => request("PUT", "/local/reactions", { message, emoji });

// The time at this table, in milliseconds.
export const now = () => Date.now() + state.ahead * 1000;

export const nameOf = (user) => user.global_name ?? user.username;

export function messagesOf(channelId) {
  const found = [...state.messages.values()].filter((message) => message.channel_id === channelId);
  return found.sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
}

export const channelName = (channel) => channel.name ?? nameOf(state.users.get(state.botId) ?? { username: "direct" });

// What a select offers: its own options, or the server's people, roles and channels.
export function selectable(select) {
  if (select.type === 3) return select.options;
  const users = [...state.users.values()].map((user) => ({ label: nameOf(user), value: user.id }));
  const roles = [...state.roles.values()].map((role) => ({ label: role.name, value: role.id }));
  const named = [...state.channels.values()].filter((channel) => channel.name);
  const channels = named.map((channel) => ({ label: "#" + channel.name, value: channel.id }));
  return { 5: users, 6: roles, 7: [...users, ...roles], 8: channels }[select.type] ?? [];
}
