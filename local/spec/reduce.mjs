// Makes requests.json.gz from the npm packages discord-api-spec and zod:
//   npm pack discord-api-spec@10.0.266135 && tar xzf discord-api-spec-*.tgz && npm install zod@4.6.7
//   node reduce.mjs package/build/discord-api-spec.zod.js requests.json.gz
// The schemas are the package's own; only the bodies of the routes below are kept, and every object refuses unknown keys.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import zlib from "node:zlib";

const ROUTES = {
  "PUT /applications/{}/commands": { listOf: "ApplicationCommandUpdateRequest" },
  "POST /applications/{}/commands": "ApplicationCommandCreateRequest",
  "PATCH /applications/{}/commands/{}": "ApplicationCommandPatchRequestPartial",
  "PUT /applications/{}/guilds/{}/commands": { listOf: "ApplicationCommandUpdateRequest" },
  "POST /applications/{}/guilds/{}/commands": "ApplicationCommandCreateRequest",
  "PATCH /applications/{}/guilds/{}/commands/{}": "ApplicationCommandPatchRequestPartial",
  "PATCH /channels/{}": ["UpdateGuildChannelRequestPartial", "UpdateThreadRequestPartial"],
  "POST /channels/{}/messages": "MessageCreateRequest",
  "PATCH /channels/{}/messages/{}": "MessageEditRequestPartial",
  "POST /channels/{}/messages/{}/threads": "CreateTextThreadWithMessageRequest",
  "POST /channels/{}/threads": "CreateTextThreadWithoutMessageRequest",
  "POST /guilds/{}/channels": "CreateGuildChannelRequest",
  "POST /users/@me/channels": "CreatePrivateChannelRequest",
  "POST /webhooks/{}/{}": "IncomingWebhookRequestPartial",
  "PATCH /webhooks/{}/{}/messages/@original": "IncomingWebhookUpdateRequestPartial",
  "PATCH /webhooks/{}/{}/messages/{}": "IncomingWebhookUpdateRequestPartial",
};
const CALLBACKS = {
  1: "PongInteractionCallbackRequest",
  4: "CreateMessageInteractionCallbackRequest",
  5: "CreateMessageInteractionCallbackRequest",
  6: "UpdateMessageInteractionCallbackRequest",
  7: "UpdateMessageInteractionCallbackRequest",
  8: "ApplicationCommandAutocompleteCallbackRequest",
  9: "ModalInteractionCallbackRequest",
};

const [source, target] = process.argv.slice(2);
const strict = path.resolve("strict-schemas.mjs");
fs.writeFileSync(strict, fs.readFileSync(source, "utf8").replace("let zObject = z.object", "let zObject = z.strictObject"));
const z = await import(pathToFileURL(path.resolve("node_modules/zod/mini/index.js")).href);
const schemas = await import(pathToFileURL(strict).href);
const registry = z.registry();
for (const [name, schema] of Object.entries(schemas)) {
  if (name.endsWith("Schema") && schema._zod && !registry.has(schema)) registry.add(schema, { id: name.slice(0, -6) });
}
const all = z.toJSONSchema(registry, { uri: (id) => "#/$defs/" + id, io: "input", unrepresentable: "any" }).schemas;

const kept = {};
function keep(name) {
  if (kept[name]) return;
  if (!all[name]) throw new Error("no schema " + name);
  kept[name] = tidy(all[name]);
  for (const [, other] of JSON.stringify(kept[name]).matchAll(/"#\/\$defs\/(\w+)"/g)) keep(other);
}
function tidy(node) {
  if (Array.isArray(node)) return node.map(tidy);
  if (node === null || typeof node !== "object") return node;
  const { $schema, $id, ...rest } = node;
  // Zod's pattern for times knows no offset but Z; Discord's document says only `date-time`.
  if (rest.format === "date-time") delete rest.pattern;
  // What Zod cannot represent becomes a schema that takes anything, and would make its union take anything.
  if (rest.anyOf) rest.anyOf = rest.anyOf.filter((branch) => Object.keys(branch).length > 0);
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, tidy(value)]));
}
const ref = (name) => (keep(name), { $ref: "#/$defs/" + name });
const bodies = {};
for (const [route, body] of Object.entries(ROUTES)) {
  if (typeof body === "string") bodies[route] = ref(body);
  else if (Array.isArray(body)) bodies[route] = { anyOf: body.map(ref) };
  else bodies[route] = { type: "array", items: ref(body.listOf) };
}
const callbacks = Object.fromEntries(Object.entries(CALLBACKS).map(([type, name]) => [type, ref(name)]));
const version = source.includes("package/") ? JSON.parse(fs.readFileSync("package/package.json", "utf8")).version : "unknown";
const document = { source: "discord-api-spec " + version, bodies, callbacks, $defs: kept };
fs.writeFileSync(target, zlib.gzipSync(JSON.stringify(document), { level: 9 }));
console.log(Object.keys(kept).length + " schemas, " + JSON.stringify(document).length + " characters");
