// Moments (time[data-clock]) by the reader's own clock; without a script they stand in UTC.

function tell() {
  const clock = new Intl.DateTimeFormat(document.documentElement.lang, {
    weekday: "long",
    day: "numeric",
    month: "long",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
  })
  for (const moment of document.querySelectorAll("time[data-clock]"))
    moment.textContent = clock.format(new Date(moment.dateTime))
}

document.addEventListener("htmx:after:swap", tell)
tell()
