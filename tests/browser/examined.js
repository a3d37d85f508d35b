async (looksBefore) => {
  const examined = { resultTypes: ["violations"], preload: false };
  const folded = "details:not([open]) > :not(summary)";
  const hidden = ["svg[aria-hidden]", folded];

  // What the contrast of a text comes of: its colour, size and weight, and all that lies behind it.
  const behind = new Map();
  const backgrounds = (element) => {
    if (!element) return "";
    if (!behind.has(element)) {
      const style = getComputedStyle(element);
      const own = [style.backgroundColor, style.backgroundImage, style.opacity, style.filter, style.position, style.zIndex, style.clipPath];
      const plain = own.join() === "rgba(0, 0, 0, 0),none,1,none,static,auto,none";
      behind.set(element, backgrounds(element.parentElement) + (plain ? "" : `>${element.tagName}.${element.className} ${own}`));
    }
    return behind.get(element);
  };
  const lookOf = (element) => {
    const style = getComputedStyle(element);
    return [style.color, style.fontSize, style.fontWeight, style.textShadow, backgrounds(element)].join();
  };
  const says = (element) =>
    element.matches("input, select, textarea") ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const isSeen = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };

  const before = new Set(looksBefore);
  const looks = new Map();
  for (const element of document.body.querySelectorAll("*")) {
    if (element.closest(hidden.join()) || !says(element) || !isSeen(element)) continue;
    const look = lookOf(element);
    if (!before.has(look) && !looks.has(look)) looks.set(look, element);
  }

  // Another width or colour changes no name and no role: a second look at a page is for what the
  // first did not show, and for what may have to be scrolled now.
  const elements = [...document.body.querySelectorAll("*")].filter((element) => !element.closest(hidden.join()) && isSeen(element));
  const shown = (window.shownBefore ??= new WeakSet());
  const isFirst = !elements.some((element) => shown.has(element));
  const fresh = elements.filter((element) => !shown.has(element) && (shown.has(element.parentElement) || element.parentElement === document.body));
  elements.forEach((element) => shown.add(element));
  const others = { ...examined, rules: { "color-contrast": { enabled: false } } };
  const runs = [await axe.run({ exclude: hidden }, isFirst ? others : { ...examined, runOnly: ["scrollable-region-focusable"] })];
  if (!isFirst && fresh.length) runs.push(await axe.run({ include: fresh, exclude: hidden }, others));
  if (looks.size) runs.push(await axe.run({ include: [...looks.values()] }, { ...examined, runOnly: ["color-contrast"] }));
  const places = (rule) => rule.nodes.map((node) => node.target.join(" ")).join(", ");
  const found = runs.flatMap(({ violations }) => violations).map((rule) => `${rule.id}: ${places(rule)}`);
  return [found, found.length ? [] : [...looks.keys()]];
}
