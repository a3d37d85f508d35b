// Dice that are all tapped enter themselves, after a moment in which another face can be tapped.
// Without this script, and for whoever walks through the faces by keyboard, the button enters them.
const MOMENT = 1200;
const A_TAP = 700;
const ENTERING = "form[data-last-die-enters]";

let tappedAt = -A_TAP;
let waiting;

function wait(form) {
  clearTimeout(waiting);
  delete form.dataset.entering;
  if (!form.checkValidity()) return;
  form.dataset.entering = "";
  waiting = setTimeout(() => {
    if (form.isConnected) form.requestSubmit(form.querySelector("button.go"));
  }, MOMENT);
}

document.addEventListener("pointerup", (event) => {
  tappedAt = event.timeStamp;
});
document.addEventListener("change", (event) => {
  const form = event.target.closest?.(ENTERING);
  if (form && event.target.type === "radio" && event.timeStamp - tappedAt < A_TAP) wait(form);
});
document.addEventListener("submit", () => clearTimeout(waiting), true);

const tell = () => document.querySelectorAll("[data-last-die-says]").forEach((hint) => hint.removeAttribute("hidden"));
document.addEventListener("htmx:afterSettle", tell);
tell();
