// Preselects the browser's own time zone where a form has not been filled in yet. Without script
// the person chooses.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
for (const select of document.querySelectorAll("select[data-guess-time-zone]")) {
  if ([...select.options].some((option) => option.value === zone)) select.value = zone;
}
