// The crest while its colours, shape, pattern and initials are picked. Without this script it is
// drawn when the look is kept.

const form = document.querySelector("[data-crest-form]");
const previews = document.querySelectorAll("[data-crest-preview]");

const picked = (field) => form.querySelector(`[name="${field}"]:checked`);
const drawing = (option) => option?.closest("label").querySelector(".crest");

// As on the server: the first letter or digit of each word, three at most.
function initials(name) {
  const first = name.trim().split(/\s+/).map((word) => [...word][0] ?? "");
  return first.filter((letter) => /[\p{L}\p{N}]/u.test(letter)).join("").toUpperCase().slice(0, 3);
}

// A trim that would not be seen gives way; which those are, the shirt says.
function worn(shirt, trim) {
  return shirt.dataset.unseen.split(" ").includes(trim.value) ? shirt.dataset.plain : trim.value;
}

function dress(element, shirt, trim) {
  element.dataset.a = shirt;
  element.dataset.b = trim;
}

function letter(crest, text) {
  const label = crest.querySelector("text");
  if (label) label.textContent = text;
}

// Every part of the crest stands in the drawing of the option that was picked.
function cut(crest, shape, pattern) {
  const [outline, figure] = [shape.querySelector(".o"), pattern.querySelector(".b")];
  crest.querySelector(".o").setAttribute("d", outline.getAttribute("d"));
  const field = crest.querySelector("g");
  field.setAttribute("clip-path", shape.querySelector("g").getAttribute("clip-path"));
  field.querySelector(".b")?.remove();
  if (figure) field.append(figure.cloneNode());
}

function redraw() {
  const [shirt, trim] = [picked("shirt"), picked("trim")];
  const [shape, pattern] = [drawing(picked("crest_shape")), drawing(picked("crest_pattern"))];
  if (!shirt || !trim || !shape || !pattern) return;
  const text = initials(form.elements.name.value);
  const seen = worn(shirt, trim);
  for (const option of form.querySelectorAll(".crest")) {
    dress(option, shirt.value, seen);
    letter(option, text);
  }
  for (const preview of previews) {
    for (const scarf of preview.querySelectorAll(".scarf")) dress(scarf, shirt.value, seen);
    for (const crest of preview.querySelectorAll("svg.crest")) {
      dress(crest, shirt.value, seen);
      cut(crest, shape, pattern);
      letter(crest, text);
    }
    for (const name of preview.querySelectorAll(".team > span")) name.textContent = form.elements.name.value;
    preview.querySelector("[data-trim-gave-way]").hidden = seen === trim.value;
  }
}

form.addEventListener("input", redraw);
