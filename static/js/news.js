// Pages that look for news by themselves: asked for by version, so that nothing is sent while nothing
// changed. Without this script such a page is as old as its loading.
const EVERY = 5000;
const FOLLOWING = "[data-version]";

async function lookForNews() {
  const page = document.querySelector(FOLLOWING);
  if (!page || document.hidden || isBeingFilledIn(page)) return;
  try {
    const answer = await fetch(page.dataset.news ?? location.href, { headers: { "If-None-Match": page.dataset.version } });
    const text = await answer.text();
    if (answer.status === 200) {
      const fresh = new DOMParser().parseFromString(text, "text/html").getElementById(page.id);
      if (fresh && page.isConnected && !isBeingFilledIn(page)) replace(page, document.importNode(fresh, true));
    } else if (answer.status !== 304) throw new Error(String(answer.status));
    else page.classList.remove("lost");
    document.dispatchEvent(new Event("news"));
  } catch {
    page.classList.add("lost");
  }
}

// What somebody has unfolded stays open.
function replace(page, fresh) {
  const folds = fresh.querySelectorAll("details");
  for (const [at, fold] of page.querySelectorAll("details").entries()) if (folds[at]) folds[at].open = fold.open;
  const hadNoQuestion = !page.querySelector("[data-question]");
  page.replaceWith(fresh);
  window.htmx?.process(fresh);
  fresh.dispatchEvent(new CustomEvent("fresh", { bubbles: true, detail: { hadNoQuestion } }));
}

// What somebody is about to enter is not taken from under their fingers.
function isBeingFilledIn(page) {
  if (page.ariaBusy || page.querySelector(":is(input, select, textarea):focus")) return true;
  return [...page.querySelectorAll("input, select, textarea")].some(isChanged);
}

function isChanged(field) {
  if (field.matches("select")) return field.selectedIndex !== Math.max(0, [...field.options].findIndex((each) => each.defaultSelected));
  if (field.matches("[type=checkbox], [type=radio]")) return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
}

// One after the other: on a slow network the next look waits for the last answer.
async function keepLooking() {
  await lookForNews();
  setTimeout(keepLooking, EVERY);
}
if (document.querySelector(FOLLOWING)) setTimeout(keepLooking, EVERY);
