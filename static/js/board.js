// The scoreboard without reloads: taps are kept on this phone until the server has them, in their
// order and each under a name of its own, so that what is sent twice counts once. The other phone's
// taps are looked for by version. Without this script each tap sends its form and loads the page.
const EVERY = 1000;
const PATIENCE = 15000;
const MOST = 100;

const board = document.querySelector("[data-board]");
const at = (id) => document.getElementById(id);

// --- What waits: in this browser's storage, for this match and this person.
const place = board && `touchback.board.${board.dataset.keep}`;
let inMemory = "[]";

function waiting() {
  try {
    return JSON.parse(localStorage.getItem(place) ?? "[]");
  } catch {
    return JSON.parse(inMemory);
  }
}

function keep(entries) {
  inMemory = JSON.stringify(entries);
  try {
    localStorage.setItem(place, inMemory);
  } catch {
    // Nowhere to keep it: then as long as the page is open.
  }
  show();
}

// Plain http on a club's network has no randomUUID.
function newName() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

// --- A tap: the form as it was filled in, and a few words to know it by.
function wordsOf(form, submitter) {
  const chosen = [...form.querySelectorAll("[data-said]:checked")].map((each) => each.dataset.said);
  const typed = [...form.querySelectorAll("input:not([type])")].map((input) => input.value);
  const all = [...chosen, ...typed, submitter?.dataset.said].filter(Boolean);
  return all.length ? `${form.dataset.said}: ${all.join(", ")}` : form.dataset.said;
}

function tap(form, submitter) {
  const told = new FormData(form, submitter);
  const uuid = newName();
  told.delete("csrfmiddlewaretoken");
  told.set("uuid", uuid);
  const [kind, side] = [told.get("kind"), told.get("side")];
  const entry = { uuid, kind, side, said: wordsOf(form, submitter), form: new URLSearchParams(told).toString() };
  form.closest("dialog")?.close();
  form.reset();
  isBlocked = false;
  keep([...waiting(), entry]);
  send();
}

// --- Sending: one batch at a time, from the first that waits.
let isSending = false;
let isStuck = false; // the server did not answer
let isBlocked = false; // it said no, and somebody has to decide
let reasons = [];

async function send() {
  const batch = waiting().slice(0, MOST);
  if (isSending || isBlocked || !batch.length) return;
  if (!navigator.onLine) return gotStuck();
  isSending = true;
  try {
    const answer = await ask(board.dataset.taps, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "" },
      body: JSON.stringify({ taps: batch.map(({ form }) => form), since: last, version }),
    });
    const told = await readOut(answer);
    isStuck = false;
    if (answer.ok) {
      const taken = new Set(batch.map(({ uuid }) => uuid));
      reasons = [];
      keep(waiting().filter(({ uuid }) => !taken.has(uuid)));
      take(told, answer);
    } else {
      isBlocked = true;
      reasons = told.errors;
    }
  } catch {
    isStuck = true;
  } finally {
    isSending = false;
    show();
  }
}

// A page where an answer was due says that whoever has this one open was signed out meanwhile.
function readOut(answer) {
  const isPage = !answer.headers.get("Content-Type")?.startsWith("application/json");
  return isPage && answer.status === 403 ? { errors: [{ message: board.dataset.stale, subject: "" }] } : answer.json();
}

function gotStuck() {
  isStuck = true;
  show();
}

const ask = (address, about) => fetch(address, { ...about, signal: AbortSignal.timeout(PATIENCE) });

// --- Looking: nothing is sent back while nothing changed.
let { version, last, state } = board?.dataset ?? {};
const fresh = new Map();

async function look() {
  if (!navigator.onLine) return gotStuck();
  try {
    const known = version;
    const answer = await ask(`${board.dataset.board}?since=${last}`, { headers: { "If-None-Match": known } });
    const told = await answer.text();
    // What was asked before a tap set out says nothing about the page that it comes back to.
    if (isSending || version !== known) return;
    if (answer.status === 200) take(JSON.parse(told), answer);
    else if (answer.status !== 304) throw new Error(String(answer.status));
    isStuck = false;
  } catch {
    isStuck = true;
  }
  show();
}

function take(told, answer) {
  if (state !== told.state) location.reload();
  version = answer.headers.get("ETag");
  last = told.last;
  if (told.whole) fresh.clear();
  for (const part of told.parts) fresh.set(part.id, part);
  for (const id of told.gone) fresh.set(id, null);
  if (told.whole) {
    for (const { id } of board.querySelectorAll("[data-part]")) if (!fresh.has(id)) fresh.set(id, null);
  }
  isBlocked = false;
  const news = told.taps.filter(({ mine, said }) => said && !mine);
  if (news.length) at("board-news").textContent = news.map(({ said }) => said).join(". ");
  renew();
}

// --- Mending the page: part by part, and only what differs. What is under a finger waits.
function plain(part) {
  const copy = part.cloneNode(true);
  for (const secret of copy.querySelectorAll("[name=csrfmiddlewaretoken], [name=uuid]")) secret.remove();
  return copy.outerHTML;
}

function renew() {
  for (const [id, part] of fresh) {
    const now = at(id);
    if (now?.closest("dialog[open]")) continue;
    fresh.delete(id);
    if (part) mend(now, part);
    else now?.remove();
  }
  show();
}

function mend(now, { html, within, after }) {
  const part = document.importNode(new DOMParser().parseFromString(html, "text/html").body.firstElementChild, true);
  if (now && plain(now) !== plain(part)) replace(now, part);
  else if (now) return;
  else if (at(after)) at(after).after(part);
  else at(within)?.prepend(part);
}

function replace(now, part) {
  const hadFocus = now.contains(document.activeElement);
  now.replaceWith(part);
  if (hadFocus) part.querySelector("button, input:not([type=hidden])")?.focus({ preventScroll: true });
}

// --- Showing what waits: the score counts it already, unless it was refused; that can be dropped.
function show() {
  const entries = waiting();
  const refused = new Set(reasons.map(({ subject }) => subject));
  for (const plate of board.querySelectorAll("[data-score]")) {
    plate.dataset.base ??= plate.textContent;
    const scored = entries.filter(({ kind, side }) => kind === "touchdown" && side === plate.dataset.score);
    const more = scored.filter(({ uuid }) => !refused.has(uuid)).length;
    const shown = String(Number(plate.dataset.base) + more);
    if (plate.textContent !== shown) plate.textContent = shown;
  }
  at("board-lost").hidden = !isStuck;
  // The next turn is the server's to name.
  const next = at("board-next");
  if (next) next.hidden = entries.some(({ kind }) => kind === "turn");
  const whole = reasons.filter(({ subject }) => !entries.some(({ uuid }) => uuid === subject));
  at("board-refused").hidden = !entries.length || !whole.length;
  at("board-refused").textContent = whole.map(({ message }) => message).join(" ");
  list(isStuck || isBlocked ? entries : []);
}

let listed = "";

function list(entries) {
  const box = at("board-waiting");
  const told = JSON.stringify([entries, reasons, isSending]);
  if (told === listed) return;
  listed = told;
  box.hidden = !entries.length;
  box.querySelector("[data-count]").textContent = entries.length;
  box.querySelector("[data-entries]").replaceChildren(...entries.map(line));
}

function line({ uuid, said }) {
  const item = at("board-entry").content.firstElementChild.cloneNode(true);
  const why = reasons.filter(({ subject }) => subject === uuid).map(({ message }) => message);
  item.querySelector("[data-what]").textContent = said;
  item.querySelector("[data-why]").textContent = why.join(" ");
  const button = item.querySelector("[data-drop]");
  // What is on its way may have arrived.
  button.disabled = isSending;
  button.querySelector("[data-which]").textContent = said;
  button.addEventListener("click", () => drop(uuid));
  return item;
}

function drop(uuid) {
  isBlocked = false;
  reasons = [];
  keep(waiting().filter((entry) => entry.uuid !== uuid));
  send();
}

// --- One after the other: on a slow network the next look waits for the last answer.
async function keepLooking() {
  if (!document.hidden) {
    if (waiting().length && !isBlocked) await send();
    else await look();
  }
  setTimeout(keepLooking, EVERY);
}

if (board) {
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-tap]")) return;
    event.preventDefault();
    tap(event.target, event.submitter);
  }, true);
  board.addEventListener("close", renew, true);
  window.addEventListener("online", send);
  window.addEventListener("offline", gotStuck);
  window.addEventListener("storage", show);
  show();
  keepLooking();
}
