// A running total under a basket. Without this script the sum is told when the basket is entered.
const gold = (amount) => amount.toLocaleString("en-GB");

function sumUp(form) {
  const row = form.querySelector("[data-basket-sum]");
  if (!row) return;
  let sum = 0;
  for (const field of form.querySelectorAll("input[data-price]")) sum += Number(field.dataset.price) * Number(field.value || 0);
  const given = Number(row.dataset.given);
  const own = Number(row.dataset.own);
  const words = row.querySelector("[data-basket-words]");
  row.querySelector("[data-basket-total]").value = gold(sum);
  row.classList.toggle("short", sum > given + own);
  if (sum > given + own) words.textContent = `${words.dataset.short} ${gold(sum - given - own)}`;
  else if (given && sum > given) words.textContent = `${words.dataset.beyond} ${gold(sum - given)}`;
  else words.textContent = given && sum ? words.dataset.within : "";
  row.hidden = false;
}

const all = (part) => part.querySelectorAll("form[data-basket]").forEach(sumUp);
for (const counting of ["input", "change"]) {
  document.addEventListener(counting, ({ target }) => {
    if (target.matches?.("input[data-price]")) sumUp(target.form);
  });
}
for (const shown of ["htmx:afterSettle", "fresh"]) document.addEventListener(shown, () => all(document));
all(document);
