// Tournament day: the round clock counts down, and the grid of scores is typed without a mouse.
// Without this script the clock tells its end, and Tab leads from cell to cell.

// --- Clock: the server says how many seconds are left; this machine's own time does not matter.
const clocks = new WeakMap();

function tick() {
  for (const clock of document.querySelectorAll("[data-seconds]")) {
    if (!clocks.has(clock)) clocks.set(clock, performance.now() + Number(clock.dataset.seconds) * 1000);
    const left = Math.max(0, Math.ceil((clocks.get(clock) - performance.now()) / 1000));
    const parts = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
    const shown = parts.map((part, at) => (at ? String(part).padStart(2, "0") : part)).join(":");
    const count = clock.querySelector("[data-count]");
    if (count.textContent !== shown) count.textContent = shown;
    clock.classList.toggle("over", left === 0);
  }
}
tick();
setInterval(tick, 250);
document.addEventListener("news", tick);

// --- Grid: Enter goes on, and so does the dash of "2-1"; Ctrl and Enter save, the arrows go up and
// down, and what one comes to is there to be replaced.
const grid = document.querySelector("[data-grid]");
if (grid) {
  const cells = [...grid.querySelectorAll("input[aria-label]")];
  const save = grid.querySelector("button[type=submit]");
  const wrong = cells.find((cell) => cell.matches("[aria-invalid]"));
  (wrong ?? cells.find((cell) => !cell.value) ?? save).focus();
  grid.addEventListener("focusin", ({ target }) => {
    if (cells.includes(target)) target.select();
  });
  grid.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      grid.requestSubmit();
    }
    const at = cells.indexOf(event.target);
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { Enter: event.shiftKey ? -1 : 1, "-": 1, ArrowDown: 4, ArrowUp: -4 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = cells[at + step];
    if (next) next.focus();
    else if (step > 0) save.focus();
  });
  // Whoever leaves with results that are typed and not saved is asked first.
  let isSent = false;
  grid.addEventListener("submit", () => (isSent = true));
  addEventListener("beforeunload", (event) => {
    if (!isSent && cells.some((cell) => cell.value !== cell.defaultValue)) event.preventDefault();
  });
}

// --- Paper: a button for what the browser's menu does as well.
for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
