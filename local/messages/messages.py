"""Messages: made, edited, deleted, shown and announced."""

from __future__ import annotations

from typing import Any

from local.messages import attachments, message_limits
from local.messages.mentions import pings
from local.table.clock import created_at, iso
from local.table.core import Core
from local.wire import gateway
from local.wire.errors import ApiError, Json
from local.wire.http import Body
from local.world.everything import DIRECT, EPHEMERAL, PRIVATE_THREAD, THREAD_TYPES, public
from local.world.permissions import Permission, can_view, permissions_in

NONCE_SECONDS = 180.0
OLD_MESSAGE_SECONDS = 3600.0
EDITS_OF_OLD_MESSAGE = 3
LOADING = 1 << 7
SETTABLE_FLAGS = (1 << 2) | (1 << 12) | message_limits.COMPONENTS_V2
REPLY = 19


def shown(core: Core, message: Json) -> Json:
    """A message as the API gives it."""
    files = [attachments.with_url(a, message["channel_id"], core.base_url) for a in message["attachments"]]
    urls = {file["filename"]: file["url"] for file in files}
    payload = {
        **public(message),
        "attachments": files,
        "embeds": attachments.resolved(message["embeds"], urls),
        "components": attachments.resolved(message["components"], urls),
    }
    if message["type"] == REPLY:
        found = core.world.messages.get(message["message_reference"]["message_id"])
        payload["referenced_message"] = None if found is None else {**shown(core, found), "referenced_message": None}
    if message["_reactions"]:
        payload["reactions"] = [
            _reaction(core, emoji, user_ids) for emoji, user_ids in message["_reactions"].items() if user_ids
        ]
    return payload


def _reaction(core: Core, emoji: str, user_ids: list[str]) -> Json:
    return {
        "emoji": {"id": None, "name": emoji},
        "count": len(user_ids),
        "count_details": {"burst": 0, "normal": len(user_ids)},
        "me": core.world.bot_id in user_ids,
        "me_burst": False,
        "burst_colors": [],
    }


def create(core: Core, channel: Json, author_id: str, body: Body, **fields: Any) -> Json:
    """Checks, keeps and announces a new message. `fields` are further fields of it, `_reader` if it is ephemeral."""
    world, sent = core.world, body.json
    settable = SETTABLE_FLAGS | EPHEMERAL if fields.get("_reader") else SETTABLE_FLAGS
    flags = int(sent.get("flags") or 0) & settable | fields.pop("flags", 0)
    _check(body, flags, kept={})
    _enter_thread(core, channel, author_id, is_public=not flags & EPHEMERAL)
    replied = _replied_message(core, channel, sent)
    text = _pinging_text(sent, flags)
    message: Json = {
        "id": world.ids.next(),
        "type": REPLY if replied else 0,
        "channel_id": channel["id"],
        "author": world.users[author_id],
        "content": sent.get("content") or "",
        "timestamp": world.now(),
        "edited_timestamp": None,
        "tts": False,
        **pings(world, author_id, channel, text, sent.get("allowed_mentions"), replied),
        "attachments": [attachments.store(world, n, f, sent.get("attachments")) for n, f in body.files.items()],
        "embeds": [{"type": "rich", **embed} for embed in sent.get("embeds") or []],
        "components": numbered(sent.get("components") or []),
        "pinned": False,
        "flags": flags,
        "_reactions": {},
        "_late_edits": [],
        **fields,
    }
    if sent.get("nonce") is not None:
        message["nonce"] = sent["nonce"]
    if replied is not None:
        message["message_reference"] = {"type": 0, "channel_id": channel["id"], "message_id": replied["id"]}
    if not message.get("_loading"):
        _require_something(message)
    world.save_message(message)
    _announce_new(core, channel, message)
    return message


def remembered(core: Core, channel_id: str, sent: Json) -> Json | None:
    """The message that was already made with this nonce, where the sender wants that enforced."""
    if not sent.get("enforce_nonce") or sent.get("nonce") is None:
        return None
    found = core.nonces.get((channel_id, str(sent["nonce"])))
    if found is None or found[0] < core.clock() - NONCE_SECONDS:
        return None
    return core.world.messages.get(found[1])


def remember(core: Core, message: Json) -> None:
    """Notes the nonce of a new message, and forgets those that no longer count."""
    for key, (moment, _) in list(core.nonces.items()):
        if moment >= core.clock() - NONCE_SECONDS:
            break
        del core.nonces[key]
    if message.get("nonce") is not None:
        core.nonces[(message["channel_id"], str(message["nonce"]))] = (core.clock(), message["id"])


def edit(core: Core, message: Json, body: Body, *, pinging: bool = False) -> Json:
    """Changes what the body names; a message that was thinking is thereby answered. Only a followup pings."""
    world, sent = core.world, body.json
    channel = world.channel(message["channel_id"])
    _refuse_archived(channel)
    kept = {attachment["id"]: attachment for attachment in message["attachments"]}
    flags = message["flags"] & ~LOADING | int(sent.get("flags") or 0) & SETTABLE_FLAGS
    _check(body, flags, kept)
    listed = sent.get("attachments")
    new = [attachments.store(world, number, file, listed) for number, file in body.files.items()]
    changed = {**message, "flags": flags, "edited_timestamp": world.now()}
    changed["attachments"] = [*attachments.staying(listed, kept), *new]
    if "content" in sent:
        changed["content"] = sent["content"] or ""
    if "embeds" in sent:
        changed["embeds"] = [{"type": "rich", **embed} for embed in sent["embeds"] or []]
    if "components" in sent:
        changed["components"] = numbered(sent["components"] or [])
    if message.get("_loading"):
        changed |= {"_loading": False, "edited_timestamp": None}
    if pinging:
        text = _pinging_text(sent, flags)
        changed |= pings(world, message["author"]["id"], channel, text, sent.get("allowed_mentions"), None)
    _require_something(changed)
    dropped = kept.keys() - {attachment["id"] for attachment in changed["attachments"]}
    for attachment_id in dropped:
        world.storage.delete_file(attachment_id)
    message.update(changed)
    world.save_message(message)
    announce(core, "MESSAGE_UPDATE", message)
    return message


def limit_late_edit(core: Core, message: Json) -> None:
    """Counts an edit of a message older than an hour. Raises 30046 after three within an hour."""
    now = core.clock()
    if created_at(message["id"]) > now - OLD_MESSAGE_SECONDS:
        return
    recent = [moment for moment in message["_late_edits"] if moment > now - OLD_MESSAGE_SECONDS]
    if len(recent) >= EDITS_OF_OLD_MESSAGE:
        text = "Maximum number of edits to messages older than 1 hour reached. Try again later."
        raise ApiError(429, 30046, text)
    message["_late_edits"] = [*recent, now]


def delete(core: Core, message: Json) -> None:
    core.world.remove_message(message)
    channel = core.world.channel(message["channel_id"])
    data = {"id": message["id"], "channel_id": channel["id"], **_guild(channel)}
    if message["flags"] & EPHEMERAL:
        core.tell(message["_reader"], "MESSAGE_DELETE", data)
    else:
        core.publish("MESSAGE_DELETE", channel, data, intent=_intent(channel))


def announce(core: Core, event: str, message: Json) -> None:
    """Sends a message to those who see it: an ephemeral one only to its reader."""
    channel = core.world.channel(message["channel_id"])
    payload = {**shown(core, message), **_guild(channel)}
    author_id = message["author"]["id"]
    if author_id in core.world.members and channel["type"] != DIRECT:
        payload["member"] = core.world.member_payload(author_id, with_user=False)
    if message["flags"] & EPHEMERAL:
        core.tell(message["_reader"], event, payload)
        return
    own = author_id == core.world.bot_id or core.world.bot_id in [user["id"] for user in message["mentions"]]

    def for_intents(intents: int) -> Json:
        if own or channel["type"] == DIRECT or intents & gateway.MESSAGE_CONTENT:
            return payload
        return {**payload, "content": "", "embeds": [], "attachments": [], "components": []}

    core.publish(event, channel, payload, intent=_intent(channel), shown=for_intents)


def _announce_new(core: Core, channel: Json, message: Json) -> None:
    if not message["flags"] & EPHEMERAL:
        channel["last_message_id"] = message["id"]
        if channel["type"] in THREAD_TYPES:
            channel["message_count"] += 1
            channel["total_message_sent"] += 1
            _join_pinged(core, channel, message)
        core.world.channels.save(channel)
    announce(core, "MESSAGE_CREATE", message)


def _join_pinged(core: Core, thread: Json, message: Json) -> None:
    """Being pinged in a thread, and writing in it, makes one its member."""
    parent = core.world.channel(thread["parent_id"])
    for user_id in [message["author"]["id"], *(user["id"] for user in message["mentions"])]:
        if user_id not in thread["_members"] and can_view(core.world, user_id, parent):
            thread["_members"][user_id] = core.world.now()
            if thread["type"] == PRIVATE_THREAD:
                core.resync(user_id)


def _check(body: Body, flags: int, kept: dict[str, Json]) -> None:
    sizes = {number: len(file.data) for number, file in body.files.items()}
    message_limits.check_message(body.json, flags=flags, files=sizes)
    listed = body.json.get("attachments")
    attachments.check_attachments(listed, body.files, kept)
    staying = attachments.staying(listed, kept)
    message_limits.check_number_of_files(len(staying) + len(body.files))
    names = {attachment["filename"] for attachment in staying}
    names |= {attachments.stored_name(number, file, listed) for number, file in body.files.items()}
    attachments.check_references(body.json, names)


def _require_something(message: Json) -> None:
    if not message["content"].strip() and not any(message[part] for part in ("embeds", "attachments", "components")):
        raise ApiError(400, 50006, "Cannot send an empty message")


def _replied_message(core: Core, channel: Json, sent: Json) -> Json | None:
    reference = sent.get("message_reference")
    if not reference:
        return None
    found = core.world.messages.get(str(reference["message_id"]))
    if found is None and reference.get("fail_if_not_exists", True):
        raise ApiError(400, 50035, "Invalid Form Body", errors={"message_reference": {"_errors": [_UNKNOWN_REFERENCE]}})
    return found if found is not None and found["channel_id"] == channel["id"] else None


_UNKNOWN_REFERENCE = {"code": "REPLIES_UNKNOWN_MESSAGE", "message": "Unknown message"}


def _pinging_text(sent: Json, flags: int) -> str:
    """Embeds never ping; displayed texts do."""
    if not flags & message_limits.COMPONENTS_V2:
        return sent.get("content") or ""
    parts = [c["content"] for _, c in message_limits.walk(sent.get("components") or []) if "content" in c]
    return "\n".join(parts)


def numbered(components: list[Json]) -> list[Json]:
    """Gives every component without an id the next free number, and ids of emoji as text, as Discord does."""
    taken = {component["id"] for _, component in message_limits.walk(components) if component.get("id")}
    number = 0
    for _, component in message_limits.walk(components):
        if not component.get("id"):
            number += 1
            while number in taken:
                number += 1
            component["id"] = number
        for part in (component, *(component.get("options") or [])):
            if (part.get("emoji") or {}).get("id"):
                part["emoji"]["id"] = str(part["emoji"]["id"])
    return components


def _refuse_archived(channel: Json) -> None:
    if channel["type"] in THREAD_TYPES and channel["thread_metadata"]["archived"]:
        raise ApiError(400, 50083, "Thread is archived")


def _enter_thread(core: Core, channel: Json, author_id: str, *, is_public: bool) -> None:
    """Writing in an archived thread opens it; where it is locked only who manages threads can. Raises 160005."""
    if channel["type"] not in THREAD_TYPES:
        return
    metadata, held = channel["thread_metadata"], permissions_in(core.world, author_id, channel)
    if metadata["locked"] and not held & Permission.MANAGE_THREADS:
        if is_public:
            raise ApiError(403, 160005, "This thread is locked")
        return
    if not metadata["archived"]:
        return
    channel["thread_metadata"] |= {"archived": False, "archive_timestamp": iso(core.clock())}
    core.world.channels.save(channel)
    core.publish("THREAD_UPDATE", channel, core.visible_channel(channel), intent=gateway.GUILDS)


def _guild(channel: Json) -> Json:
    return {} if channel["type"] == DIRECT else {"guild_id": channel["guild_id"]}


def _intent(channel: Json) -> int:
    return gateway.DIRECT_MESSAGES if channel["type"] == DIRECT else gateway.GUILD_MESSAGES
