// Forms of many buttons: taps in quick succession go out one after the other, each as itself, and
// the page is mended in place, so that nothing under a finger or a cursor is taken away. Without
// this script each tap sends the form and loads the page.

// --- What was typed since the last sending is not the answer's to overwrite.
const MENDED = "form[hx-ext=patch]";
const unsent = new Set();
for (const typing of ["input", "change"]) {
  document.addEventListener(typing, ({ target }) => {
    if (target.form?.matches(MENDED)) unsent.add(target.name);
  }, true);
}

document.addEventListener("htmx:configRequest", ({ detail }) => {
  const form = detail.elt.closest(MENDED);
  if (!form) return;
  unsent.clear();
  // htmx remembers the button clicked last; a tap that had to wait was another one.
  for (const { type, name } of form.elements) if (type === "submit" && name) detail.formData.delete(name);
  const button = detail.triggeringEvent?.submitter;
  if (button?.name) detail.formData.set(button.name, button.value);
});

// --- Mending: nodes stay, what differs in them changes.
function mend(node, fresh) {
  if (node.nodeName !== fresh.nodeName || (node.id ?? "") !== (fresh.id ?? "")) {
    node.replaceWith(fresh);
  } else if (node.nodeType === Node.ELEMENT_NODE) {
    mendAttributes(node, fresh);
    if (node.matches("input, select")) mendField(node, fresh);
    mendChildren(node, fresh);
  } else if (node.data !== fresh.data) {
    node.data = fresh.data;
  }
}

function mendAttributes(node, fresh) {
  for (const { name } of [...node.attributes]) {
    // What somebody has unfolded stays open.
    if (!fresh.hasAttribute(name) && name !== "open") node.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

function mendField(field, fresh) {
  if (unsent.has(field.name)) return;
  if (field.type === "radio") field.checked = fresh.defaultChecked;
  else if (field.nodeName === "SELECT") field.value = fresh.value;
  else if (field !== document.activeElement) field.value = fresh.defaultValue;
}

function mendChildren(node, fresh) {
  const wanted = new Set([...fresh.children].map((child) => child.id));
  const kept = new Map([...node.children].filter(({ id }) => id && wanted.has(id)).map((child) => [child.id, child]));
  let at = node.firstChild;
  const drop = () => {
    const gone = at;
    at = at.nextSibling;
    gone.remove();
  };
  for (const next of [...fresh.childNodes]) {
    const same = next.id ? kept.get(next.id) : !at?.id && at?.nodeName === next.nodeName ? at : null;
    // What stood before it and is gone makes way; what stays is not moved without need.
    while (same && at && at !== same && !kept.has(at.id)) drop();
    if (!same) node.insertBefore(next, at);
    else {
      if (same === at) at = at.nextSibling;
      else node.insertBefore(same, at);
      mend(same, next);
    }
  }
  while (at) drop();
}

htmx.defineExtension("patch", {
  isInlineSwap: (style) => style === "patch",
  handleSwap(style, target, fragment) {
    if (style !== "patch") return false;
    mend(target, fragment.firstElementChild ?? fragment);
    return [document.getElementById(target.id)];
  },
});
