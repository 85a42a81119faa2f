"""The page of a war diary: one HTML file that opens offline, on a phone or on paper, with its pictures in it."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from maps import Picture

SMALL = "-# "
STYLE = """
:root { color-scheme: light dark; --paper: #fbf8f1; --ink: #22201c; --faint: #6a645a; --rule: #d8d0c0; }
@media (prefers-color-scheme: dark) { :root { --paper: #1c1b19; --ink: #ece7dc; --faint: #a8a093; --rule: #45413a; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 60rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 Georgia, "Times New Roman", serif; overflow-wrap: break-word; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0.5rem 0; }
h2 { font-size: 1.45rem; margin: 2.5rem 0 0.5rem; border-bottom: 1px solid var(--rule); }
h3 { font-size: 1.1rem; margin: 1.4rem 0 0.2rem; }
p { margin: 0.25rem 0; }
nav { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; margin: 1rem 0; }
nav a { color: inherit; padding: 0.4rem 0; }
figure { margin: 1rem 0; }
img { display: block; width: 100%; height: auto; border-radius: 4px; }
figcaption, .small { color: var(--faint); font-size: 0.9em; }
blockquote { margin: 0.5rem 0; padding-left: 0.8rem; border-left: 3px solid var(--rule); }
@media print {
  :root { color-scheme: light; --paper: #fff; --ink: #000; --faint: #444; --rule: #999; }
  body { max-width: none; padding: 0; font-size: 10.5pt; }
  nav { display: none; }
  h2 { break-before: page; }
  h3 { break-after: avoid; }
  figure, p { break-inside: avoid; }
}
"""


@dataclass(frozen=True)
class Figure:
    """A picture with its caption."""

    picture: Picture
    caption: str

    @property
    def html(self) -> str:
        """The picture itself stands in the page."""
        data, (width, height) = b64encode(self.picture.data).decode(), self.picture.size
        source, alt = f"data:{self.picture.media_type};base64,{data}", escape(self.picture.alt_text, quote=True)
        image = f'<img src="{source}" alt="{alt}" width="{width}" height="{height}">'
        return f"<figure>{image}<figcaption>{html_of(self.caption)}</figcaption></figure>"


@dataclass(frozen=True)
class Section:
    """A part of the page: lines in the table's markdown, quotes, parts of its own, figures. anchor: "" for none."""

    title: str
    lines: Sequence[str] = ()
    figures: Sequence[Figure] = ()
    sections: Sequence[Section] = ()
    quotes: Sequence[str] = ()
    anchor: str = ""

    def html(self, level: int = 2) -> str:
        """With its heading at a level."""
        name = f' id="{self.anchor}"' if self.anchor else ""
        parts = [f"<h{level}{name}>{html_of(self.title)}</h{level}>", *map(_paragraph, self.lines)]
        parts += [f"<blockquote>{html_of(quote)}</blockquote>" for quote in self.quotes]
        parts += [section.html(level + 1) for section in self.sections]
        parts += [figure.html for figure in self.figures]
        return f"<section>{''.join(parts)}</section>"


def page(title: str, lines: Iterable[str], sections: Sequence[Section]) -> bytes:
    """The whole page as UTF-8; the sections with an anchor stand in its contents."""
    links = (f'<a href="#{each.anchor}">{html_of(each.title)}</a>' for each in sections if each.anchor)
    text = (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{html_of(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{STYLE}</style></head><body><main><h1>{html_of(title)}</h1>"
        f'{"".join(map(_paragraph, lines))}<nav aria-label="Contents">{"".join(links)}</nav>'
        f"{''.join(section.html() for section in sections)}</main></body></html>"
    )
    return text.encode()


def _paragraph(line: str) -> str:
    if line.startswith(SMALL):
        return f'<p class="small">{html_of(line.removeprefix(SMALL))}</p>'
    return f"<p>{html_of(line)}</p>"


def html_of(line: str) -> str:
    """A line of Discord's markdown as the table writes it: bold, underlined, and with escapes of what users typed."""
    kept = re.sub(r"\\([^A-Za-z0-9\s])|[&<>]", lambda match: f"&#{ord(match[1] or match[0])};", line)
    bold = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", kept)
    return re.sub(r"__(.+?)__", r"<u>\1</u>", bold)
