// Run in the page by audit.py: gives in words what keeps people from reading or using it.
() => {
  const faintText = () => {
    const channels = (text) => { const [r, g, b, a = 1] = text.match(/[\d.]+/g).map(Number); return { r, g, b, a }; };
    const over = (top, under) => ({ r: top.r * top.a + under.r * (1 - top.a), g: top.g * top.a + under.g * (1 - top.a),
      b: top.b * top.a + under.b * (1 - top.a), a: 1 });
    const light = ({ r, g, b }) => [r, g, b].map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
      .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
    const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
    const ground = (node) => {
      const layers = [];
      for (let each = node; each; each = each.parentElement) layers.push(channels(getComputedStyle(each).backgroundColor));
      return layers.reverse().reduce((under, top) => over(top, under), { r: 255, g: 255, b: 255, a: 1 });
    };
    const found = [];
    for (const node of document.querySelectorAll("body *")) {
      const text = [...node.childNodes].filter((child) => child.nodeType === 3).map((child) => child.data.trim()).join(" ").trim();
      const style = getComputedStyle(node);
      if (!text || !node.checkVisibility({ visibilityProperty: true }) || node.matches(".unseen, .alt, :disabled, option")) continue;
      const size = parseFloat(style.fontSize);
      const least = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
      const back = ground(node);
      const reached = ratio(over(channels(style.color), back), back);
      if (reached < least) found.push(`${node.localName}.${node.className}: "${text.slice(0, 40)}" has ${reached.toFixed(2)}`);
    }
    return found;
  };
  const looseEnds = () => {
    const ids = [...document.querySelectorAll("[id]")].map((node) => node.id);
    const found = ids.filter((id, i) => ids.indexOf(id) !== i).map((id) => `two nodes are called ${id}`);
    for (const name of ["aria-controls", "aria-activedescendant", "aria-labelledby", "aria-describedby"]) {
      for (const node of document.querySelectorAll(`[${name}]`)) {
        if (!document.getElementById(node.getAttribute(name))) found.push(`${name} of ${node.localName} leads nowhere`);
      }
    }
    for (const node of document.querySelectorAll("[tabindex]")) if (node.tabIndex > 0) found.push(`${node.localName} jumps the queue`);
    for (const item of document.querySelectorAll("li")) {
      const role = item.getAttribute("role"), list = item.parentElement;
      const fits = role === "option" ? list.getAttribute("role") === "listbox" : ["UL", "OL"].includes(list.tagName) && !list.hasAttribute("role");
      if (!fits) found.push("an item stands outside a list");
    }
    if (document.querySelectorAll("main").length !== 1 || document.querySelectorAll("h1").length !== 1) found.push("one main part and one h1, please");
    if (!document.documentElement.lang) found.push("the page has no language");
    return found;
  };
  return [...faintText(), ...looseEnds()];
}
