// Small helpers for making elements. Text is always set as text, never as markup.

export function el(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "class") node.className = value;
    else if (key === "data") Object.assign(node.dataset, value);
    else if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key in node && key !== "list") node[key] = value;
    else node.setAttribute(key, value);
  }
  node.append(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

export const $ = (id) => document.getElementById(id);

export function notice(text) {
  if ([...$("notices").children].some((shown) => shown.textContent === text)) return;
  const box = el("div", { class: "notice" }, text);
  $("notices").append(box);
  setTimeout(() => box.remove(), 6000);
}
