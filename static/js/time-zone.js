// Preselects the browser's own time zone in a select that asks for it. Without script the person
// chooses; a choice already made, or kept from an answer that came back, stays.
for (const select of document.querySelectorAll("select[data-guess-time-zone]")) {
  const untouched = select.value === "UTC";
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (untouched && [...select.options].some((option) => option.value === zone)) {
    select.value = zone;
  }
}
