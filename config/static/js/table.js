// The table stays true to the server's match: the stream says which ply is the newest, and as long
// as the table shows an older one it is fetched again. No rule and no card is known here.

const RETRY = 3000 // milliseconds
const table = () => document.getElementById("table")
const shown = () => (!table() || "over" in table().dataset ? Infinity : Number(table().dataset.ply))
const away = (is) => document.querySelectorAll("[data-away]").forEach((notice) => (notice.hidden = !is))
let newest = 0 // the ply that the stream told of last; a match that is over can have no newer one
let next // what is done when a request has ended

// Dropped while a move or another fetch is on its way (hx-sync): each looks again when it ends.
const refresh = () => table() && window.htmx.trigger("#refresh", "refresh")
const catchUp = () => newest > shown() && refresh()

document.addEventListener("ply", (event) => {
  newest = Math.max(newest, Number(event.detail.data))
  catchUp()
})

document.addEventListener("over", () => {
  newest = Infinity
  catchUp()
})

// The second of two clicks, or a key held down, would meet the card that took the place of the first.
const once = (event) => event.target.closest("#hand button:not([type=button]), [form=hand]") && event.preventDefault()
document.addEventListener("click", (event) => event.detail > 1 && once(event))
document.addEventListener("keydown", (event) => event.repeat && event.key === "Enter" && once(event))

document.addEventListener("submit", (event) => {
  if (event.target.id === "hand" && event.submitter) event.submitter.dataset.sent = ""
})

document.addEventListener("htmx:finally:request", (event) => {
  const { sourceElement, response } = event.detail.ctx
  const failed = !(response?.status < 429) // a refused move is an answer, with a table in it
  if (sourceElement.id === "stream") {
    if (failed) setTimeout(() => window.htmx.trigger("#stream", "connect"), RETRY)
    return
  }
  if (sourceElement.id === "hand") document.querySelector("[data-sent]")?.removeAttribute("data-sent")
  clearTimeout(next)
  next = failed ? setTimeout(refresh, RETRY) : setTimeout(catchUp) // htmx still holds its place
})

// A session that ended, or a match that is gone: the full page says so better than a part of it.
const gone = (status) => status === 403 || status === 404
document.addEventListener("htmx:before:response", (event) => {
  const { sourceElement, response } = event.detail.ctx
  if (sourceElement.id === "stream" || response.headers.has("HX-Redirect")) return
  if (!response.raw.redirected && !gone(response.status)) return
  event.preventDefault()
  window.location.reload()
})

document.addEventListener("htmx:sse:error", (event) => {
  const { connection, status } = event.detail
  if (gone(status)) window.location.reload()
  else if (connection?.attempt > 0) away(true) // one that breaks may be back at once
})
document.addEventListener("htmx:error", () => away(true))
document.addEventListener("htmx:response:error", (event) => {
  if (event.detail.ctx.response.status >= 429) away(true)
})
for (const good of ["htmx:after:swap", "htmx:sse:after:connection"])
  document.addEventListener(good, () => away(false))

// What the browser kept while nobody looked may be old.
window.addEventListener("pageshow", (event) => event.persisted && refresh())
window.addEventListener("online", refresh)
document.addEventListener("visibilitychange", () => document.hidden || refresh())
