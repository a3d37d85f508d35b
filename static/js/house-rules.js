// The house rules: what can do nothing as the others stand is greyed as one goes along. The note
// beside each field says the same without it, and saving refuses it.
const knobs = new Map([...document.querySelectorAll("[data-knob]")].map((part) => [part.dataset.knob, part]));
const rests = new Map([...knobs].map(([name, part]) => [name, JSON.parse(part.dataset.rests)]));
const form = [...knobs.values()][0]?.closest("form");

function has([name, values]) {
  const field = form.elements[name];
  if (!field) return false;
  return values.some((value) => (field.type === "checkbox" ? field.checked === value : field.value === String(value)));
}

function works(name) {
  if (!rests.has(name)) return true;
  const { any, all } = rests.get(name);
  const some = Object.entries(any);
  return Object.entries(all).every(has) && (!some.length || some.some((one) => has(one) && works(one[0])));
}

function settle() {
  for (const [name, part] of knobs) part.classList.toggle("idle", !works(name));
  for (const option of form.querySelectorAll("[data-needs]")) {
    option.toggleAttribute("data-idle", !Object.entries(JSON.parse(option.dataset.needs)).every(has));
  }
}

form?.addEventListener("input", settle);
if (form) settle();
