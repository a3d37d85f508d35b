// Touchback's own script. Every page works without it; this makes some of them quicker to use.
const root = document.documentElement;

// --- Lights: the form would do it with a page load, this does it without.
document.addEventListener("submit", (event) => {
  const form = event.target.closest("[data-lights]");
  if (!form || !event.submitter) return;
  event.preventDefault();
  const theme = event.submitter.value;
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `theme=${theme}; path=/; max-age=${theme ? 31536000 : 0}; samesite=lax${secure}`;
  if (theme) root.dataset.theme = theme;
  else delete root.dataset.theme;
  // The button that was pressed has given way to its twin.
  for (const button of form.querySelectorAll("button")) if (button.checkVisibility()) button.focus();
});

// --- Forms: a second press while the first is on its way is not meant. The server knows it too.
let sent = new WeakSet();
document.addEventListener("submit", (event) => {
  const form = event.target;
  // What htmx or the lights have taken over does not leave the page.
  if (event.defaultPrevented || form.method !== "post") return;
  if (sent.has(form)) event.preventDefault();
  else sent.add(form);
});
window.addEventListener("pageshow", (event) => {
  sent = new WeakSet();
  if (!event.persisted) return;
  // A page that comes back as it was left is filled in anew, not sent again.
  for (const key of document.querySelectorAll("input[name=form_key]")) {
    key.value = [...crypto.getRandomValues(new Uint32Array(8))].map((part) => part.toString(36)).join("");
  }
});

// --- Refusals: said at the button that was pressed, in view.
for (const note of document.querySelectorAll("#messages [data-at]")) {
  const refused = [...document.forms].find((form) => form.method === "post" && new URL(form.action).pathname === note.dataset.at);
  const dialog = refused?.closest("[popover]");
  const place = dialog ? document.querySelector(`[popovertarget="${dialog.id}"]`) : refused;
  if (!place?.checkVisibility()) continue;
  place.before(note);
  note.tabIndex = -1;
  note.focus({ preventScroll: true });
  note.scrollIntoView({ block: "center" });
}

// --- Lists: what does not fit what is typed steps aside at once, and what is called so comes first; the form
// would ask the server.
const asWritten = new WeakMap();
document.addEventListener("input", ({ target }) => {
  const list = document.getElementById(target.dataset?.filters);
  if (!list) return;
  if (!asWritten.has(list)) asWritten.set(list, [...list.children]);
  const wanted = target.value.toLowerCase().trim();
  const said = (part) => part?.textContent.toLowerCase().trim() ?? "";
  const called = [];
  const others = [];
  for (const item of asWritten.get(list)) {
    item.hidden = !wanted.split(/\s+/).every((word) => said(item).includes(word));
    (said(item.querySelector("h3")).startsWith(wanted) ? called : others).push(item);
  }
  list.append(...called, ...others);
});

// --- Files: one that is too large is told so before it sets out.
document.addEventListener("change", ({ target }) => {
  if (!target.dataset?.largest) return;
  const isTooLarge = [...target.files].some((file) => file.size > Number(target.dataset.largest));
  target.setCustomValidity(isTooLarge ? target.dataset.tooLarge : "");
  target.reportValidity();
});

// --- Words: Escape hushes an explanation until one comes back to it.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const term of document.querySelectorAll(".term:is(:hover, :focus-within)")) term.classList.add("hush");
});
for (const leaving of ["focusout", "pointerout"]) {
  document.addEventListener(leaving, (event) => {
    const term = event.target.closest?.(".term");
    if (term && !term.contains(event.relatedTarget)) term.classList.remove("hush");
  });
}

// --- Buttons: steppers count, dialogs become modal, reasons fold.
document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.step) {
    const field = button.parentElement.querySelector("input");
    if (Number(button.dataset.step) > 0) field.stepUp();
    else field.stepDown();
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
  const dialog = button.popoverTargetElement;
  if (dialog instanceof HTMLDialogElement) {
    event.preventDefault();
    if (button.popoverTargetAction === "hide") dialog.close();
    else dialog.showModal();
  }
  if (button.matches(".why-btn")) {
    const reason = document.getElementById(button.getAttribute("aria-controls"));
    reason.hidden = !reason.hidden;
    button.setAttribute("aria-expanded", String(!reason.hidden));
  }
});

// --- Links to hand over: copied and shared with one press where the browser can.
for (const row of document.querySelectorAll("[data-hand-over]")) {
  const field = document.getElementById(row.dataset.handOver);
  row.hidden = false;
  const [copy, share] = row.querySelectorAll("button");
  copy.addEventListener("click", async () => {
    field.select();
    // Plain http on a club's network has no clipboard of its own.
    if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
    else document.execCommand("copy");
    copy.textContent = copy.dataset.done;
  });
  share.hidden = !navigator.share;
  share.addEventListener("click", () => navigator.share({ url: field.value }).catch(() => {}));
}

function settleIn(part) {
  for (const button of part.querySelectorAll(".why-btn[aria-controls]")) {
    const reason = document.getElementById(button.getAttribute("aria-controls"));
    if (reason) reason.hidden = button.getAttribute("aria-expanded") !== "true";
  }
  for (const tab of part.querySelectorAll(".tabs [aria-current]")) {
    tab.scrollIntoView({ inline: "center", block: "nearest" });
  }
}
settleIn(document);
document.addEventListener("fresh", ({ target, detail }) => {
  settleIn(target);
  const question = detail?.hadNoQuestion && target.querySelector("[data-question]");
  if (question) bringUp(question);
});

// --- Questions: what is asked next stands at the top of the view, with the focus on it.
function bringUp(question) {
  question.focus({ preventScroll: true });
  question.scrollIntoView({ block: "start" });
  // Where much is told first, what is to be tapped comes into view all the same.
  question.querySelector("form > fieldset")?.scrollIntoView({ block: "nearest" });
}
const question = !location.hash && document.querySelector("[data-questions] [data-question]");
if (question) bringUp(question);

// --- htmx: a sign while something loads, focus kept, failures shown where they happened.
const failures = new WeakMap();
const asked = new Set();
let left = null;

function showFailure(target, note) {
  failures.get(target)?.remove();
  failures.set(target, note);
  if (target === document.body) document.getElementById("main").prepend(note);
  else target.before(note);
}

const readyMade = (id) => document.getElementById(id).content.firstElementChild.cloneNode(true);

document.addEventListener("htmx:beforeSend", ({ detail }) => {
  // A page that looks for news by itself does so quietly; only what a hand asked for is shown.
  if (!detail.requestConfig.triggeringEvent) return;
  asked.add(detail.xhr);
  root.classList.add("loading");
  detail.target.setAttribute("aria-busy", "true");
  // What worked before says nothing about what is asked now.
  for (const toast of document.querySelectorAll(".toast")) toast.remove();
});

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  asked.delete(detail.xhr);
  if (!asked.size) root.classList.remove("loading");
  detail.target.removeAttribute("aria-busy");
});

document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr, target } = event.detail;
  const answer = xhr.responseText;
  if (xhr.status < 400 && /^\s*<!doctype/i.test(answer)) {
    // A whole page where a part was asked for, such as sign-in: go there.
    event.preventDefault();
    location.assign(xhr.responseURL);
  } else if (answer.includes("data-failure")) {
    event.detail.shouldSwap = false;
    event.detail.isError = true;
  } else if (event.detail.shouldSwap) {
    failures.get(target)?.remove();
    left = target.contains(document.activeElement) ? target.id : null;
  }
});

document.addEventListener("htmx:responseError", ({ detail }) => {
  const said = new DOMParser().parseFromString(detail.xhr.responseText, "text/html");
  const note = said.querySelector("[data-failure]");
  showFailure(detail.target, note ? document.importNode(note, true) : readyMade("note-broken"));
});
for (const silence of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(silence, ({ detail }) => showFailure(detail.target, readyMade("note-lost")));
}

document.addEventListener("htmx:afterSettle", ({ detail }) => {
  const part = document.getElementById(detail.target.id) ?? detail.target;
  settleIn(part);
  const wrong = detail.xhr.status === 422 && part.querySelector('[aria-invalid="true"]');
  if (part.matches("[data-questions]")) {
    // Whoever enters for both goes on with the side that they are at.
    const answered = detail.requestConfig.elt.closest("[data-question]")?.id;
    const same = answered && part.querySelector(`[data-question]#${answered}`);
    bringUp(same || part.querySelector("[data-question]") || part);
  }
  if (wrong) wrong.focus();
  // htmx keeps the focus where the same id is there again; else the part itself takes it.
  else if (left === part.id && document.activeElement === document.body) part.focus({ preventScroll: true });
});

// --- A form that saves itself as one goes along is sent once the last saving has been answered:
// sent before, it would be a step behind itself.
document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  // Taps wait in a queue of their own.
  if (!submitter?.name || !form.matches("form[hx-sync]:not([data-taps])")) return;
  if (!form.matches(".htmx-request") && !form.querySelector(".htmx-request")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const again = () => {
    const button = [...form.elements].find(({ name, value }) => name === submitter.name && value === submitter.value);
    form.requestSubmit(button);
  };
  document.addEventListener("htmx:afterSettle", again, { once: true });
}, true);
