"""Discord's limits on messages that its published schemas do not state."""

from __future__ import annotations

from collections.abc import Iterator

from local.wire.errors import ApiError, FormErrors, Json, Path

MAX_CONTENT = 2000
MAX_EMBED_CHARACTERS = 6000
MAX_ROWS = 5
MAX_COMPONENTS = 40
MAX_FILES = 10
MAX_FILE_BYTES = 10 * 1024 * 1024
MAX_BYTES_OF_ALL_FILES = 25 * 1024 * 1024
MAX_DISPLAYED_TEXT = 4000
COMPONENTS_V2 = 1 << 15

ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
SELECTS = (3, 5, 6, 7, 8)
TEXT_DISPLAY = 10
LINK_STYLE, PREMIUM_STYLE = 5, 6

PAGES, PICTURES, LINKS = ("http", "https"), ("http", "https", "attachment"), ("http", "https", "discord")


def check_message(body: Json, *, flags: int, files: dict[str, int]) -> None:
    """Checks a message body; `files` are the names and sizes of those sent with it. Raises 50035, 40005 or 30015."""
    errors = FormErrors()
    content = body.get("content") or ""
    if len(content) > MAX_CONTENT:
        errors.too_long(("content",), MAX_CONTENT)
    components = body.get("components") or []
    if flags & COMPONENTS_V2:
        _check_layout(body, components, errors)
    else:
        _check_rows(components, errors)
    _check_embeds(body.get("embeds") or [], errors)
    check_components(components, errors, ("components",))
    _check_mentions(body.get("allowed_mentions") or {}, errors)
    errors.raise_if_any()
    _check_files(files)


def walk(components: list[Json], path: Path = ("components",)) -> Iterator[tuple[Path, Json]]:
    """Every component with its path: rows and containers before what they hold."""
    for index, component in enumerate(components):
        here = (*path, index)
        yield here, component
        yield from walk(component.get("components") or [], (*here, "components"))
        for key in ("accessory", "component"):
            if component.get(key):
                yield (*here, key), component[key]


def check_components(components: list[Json], errors: FormErrors, path: Path) -> None:
    """Ids and custom ids are unique, buttons and selects are complete, at most 40 components in all."""
    seen: set[str] = set()
    numbers: set[int] = set()
    found = list(walk(components, path))
    if len(found) > MAX_COMPONENTS:
        errors.too_long(path, MAX_COMPONENTS)
    for place, component in found:
        custom_id = component.get("custom_id")
        if custom_id in seen:
            errors.add(
                (*place, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated"
            )
        if custom_id is not None:
            seen.add(custom_id)
        if component.get("id") in numbers:
            errors.add((*place, "id"), "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
        if component.get("id"):
            numbers.add(component["id"])
        if component["type"] == BUTTON:
            _check_button(component, errors, place)
        elif component["type"] in SELECTS:
            _check_select(component, errors, place)
        elif component["type"] == ROW:
            _check_row(component, errors, place)


def _check_row(row: Json, errors: FormErrors, path: Path) -> None:
    wide = [child for child in row["components"] if child["type"] in (*SELECTS, TEXT_INPUT)]
    if wide and len(row["components"]) > 1:
        errors.add(path, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")


def _check_button(button: Json, errors: FormErrors, path: Path) -> None:
    if button["style"] == PREMIUM_STYLE:
        return
    if not button.get("label") and not button.get("emoji"):
        errors.add(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A button must have a label or an emoji")
    needed, refused = ("url", "custom_id") if button["style"] == LINK_STYLE else ("custom_id", "url")
    if not button.get(needed):
        errors.required((*path, needed))
    if button.get(refused):
        errors.add(
            (*path, refused), "BUTTON_COMPONENT_INVALID_FIELD", f"A button of this style cannot have a {refused}"
        )
    if button["style"] == LINK_STYLE:
        _check_link(button.get("url"), LINKS, errors, (*path, "url"))


def _check_select(select: Json, errors: FormErrors, path: Path) -> None:
    least, most = select.get("min_values"), select.get("max_values")
    least, most = 1 if least is None else least, 1 if most is None else most
    if least > most:
        errors.add((*path, "min_values"), "SELECT_COMPONENT_MIN_ABOVE_MAX", "min_values must not be above max_values")
    if select["type"] != STRING_SELECT:
        return
    options = select["options"]
    values = [option["value"] for option in options]
    for index, value in enumerate(values):
        if value in values[:index]:
            where = (*path, "options", index, "value")
            errors.add(where, "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used")
    if sum(bool(option.get("default")) for option in options) > most:
        errors.add((*path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULTS", "More defaults than max_values")
    if max(least, most) > len(options):
        errors.add(
            (*path, "max_values"), "SELECT_COMPONENT_MAX_ABOVE_OPTIONS", "max_values must not be above the options"
        )


def _check_rows(components: list[Json], errors: FormErrors) -> None:
    if len(components) > MAX_ROWS:
        errors.too_long(("components",), MAX_ROWS)
    for index, component in enumerate(components):
        if component["type"] != ROW:
            message = "This component needs the flag IS_COMPONENTS_V2"
            errors.add(("components", index, "type"), "UNION_TYPE_CHOICES", message)


def _check_layout(body: Json, components: list[Json], errors: FormErrors) -> None:
    for field in ("content", "embeds"):
        if body.get(field):
            message = f'The "{field}" field cannot be used when using MessageFlags.IS_COMPONENTS_V2'
            errors.add((field,), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", message)
    texts = [component["content"] for _, component in walk(components) if component["type"] == TEXT_DISPLAY]
    if sum(map(len, texts)) > MAX_DISPLAYED_TEXT:
        message = f"Displayable text size exceeds maximum size of {MAX_DISPLAYED_TEXT}"
        errors.add(("components",), "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", message)


def _check_embeds(embeds: list[Json], errors: FormErrors) -> None:
    total = 0
    for index, embed in enumerate(embeds):
        parts = [embed.get("title"), embed.get("description")]
        parts += [(embed.get("footer") or {}).get("text"), (embed.get("author") or {}).get("name")]
        for number, field in enumerate(embed.get("fields") or []):
            for key in ("name", "value"):
                parts.append(field[key])
                if not field[key].strip():
                    errors.required(("embeds", index, "fields", number, key))
        total += sum(len(part) for part in parts if part)
        if not any(parts) and not any(embed.get(key) for key in ("image", "thumbnail", "video")):
            errors.required(("embeds", index, "description"))
        _check_embed_links(embed, errors, ("embeds", index))
    if total > MAX_EMBED_CHARACTERS:
        message = f"Embed size exceeds maximum size of {MAX_EMBED_CHARACTERS}"
        errors.add(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", message)


def _check_embed_links(embed: Json, errors: FormErrors, path: Path) -> None:
    _check_link(embed.get("url"), PAGES, errors, (*path, "url"))
    _check_link((embed.get("author") or {}).get("url"), PAGES, errors, (*path, "author", "url"))
    pictures = [("image", "url"), ("thumbnail", "url"), ("footer", "icon_url"), ("author", "icon_url")]
    for part, key in pictures:
        _check_link((embed.get(part) or {}).get(key), PICTURES, errors, (*path, part, key))


def _check_link(url: str | None, schemes: tuple[str, ...], errors: FormErrors, path: Path) -> None:
    if not url:
        return
    scheme, _, rest = url.partition("://")
    if not rest:
        errors.add(path, "URL_TYPE_INVALID_URL", "Not a well formed URL.")
    elif scheme not in schemes:
        message = f'Scheme "{scheme}" is not supported. Scheme must be one of {schemes}.'
        errors.add(path, "URL_TYPE_INVALID_SCHEME", message)


def _check_mentions(allowed: Json, errors: FormErrors) -> None:
    for key in ("users", "roles"):
        listed = allowed.get(key) or []
        if listed and key in (allowed.get("parse") or []):
            message = f'parse:["{key}"] and {key}: [ids...] are mutually exclusive.'
            errors.add(("allowed_mentions",), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message)
        if len(listed) > 100:
            errors.too_long(("allowed_mentions", key), 100)


def _check_files(files: dict[str, int]) -> None:
    check_number_of_files(len(files))
    if any(size > MAX_FILE_BYTES for size in files.values()) or sum(files.values()) > MAX_BYTES_OF_ALL_FILES:
        raise ApiError(413, 40005, "Request entity too large")


def check_number_of_files(number: int) -> None:
    """Raises 30015 where a message would have too many files."""
    if number > MAX_FILES:
        raise ApiError(400, 30015, f"Maximum number of attachments in a message reached ({MAX_FILES})")
