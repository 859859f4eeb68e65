// The table stays true to the server's match: the stream says which ply is the newest, and the
// table is fetched again when it shows an older one. No rule and no card is known here.

const table = () => document.getElementById("table")
const shown = () => Number(table().dataset.ply)
const notice = document.querySelector("[data-offline]")
let newest = 0 // the last ply that the stream told of
let asked = 0 // the ply for which the table was last fetched
let playing = false // a move is on its way: its answer is a table too

const refresh = () => window.htmx.trigger("#refresh", "refresh")

function catchUp() {
  if (playing || newest <= shown() || newest <= asked) return
  asked = newest
  refresh()
}

document.addEventListener("ply", (event) => {
  newest = Math.max(newest, Number(event.detail.data))
  catchUp()
})

document.addEventListener("over", () => {
  if (!("over" in table().dataset)) refresh()
})

document.addEventListener("submit", (event) => {
  if (event.target.id === "hand" && event.submitter) event.submitter.dataset.sent = ""
})

document.addEventListener("htmx:before:request", (event) => {
  if (event.detail.ctx.sourceElement.id === "hand") playing = true
})

document.addEventListener("htmx:finally:request", (event) => {
  if (event.detail.ctx.sourceElement.id !== "hand") return
  playing = false
  document.querySelector("[data-sent]")?.removeAttribute("data-sent")
  setTimeout(catchUp) // htmx drops what is asked before this request has left its queue
})

// A session that ended, or a match that is gone: the full page says so better than a part of it.
document.addEventListener("htmx:before:response", (event) => {
  const { sourceElement, response } = event.detail.ctx
  const { redirected, status } = response.raw
  if (sourceElement.id === "stream" || !(redirected || status === 403 || status === 404)) return
  event.preventDefault()
  window.location.reload()
})

document.addEventListener("htmx:error", () => (notice.hidden = false))
document.addEventListener("htmx:response:error", (event) => {
  const { status } = event.detail.ctx.response
  if (status === 429 || status >= 500) notice.hidden = false
})
document.addEventListener("htmx:after:swap", () => (notice.hidden = true))

// What the browser kept while nobody looked may be old.
window.addEventListener("pageshow", (event) => event.persisted && refresh())
window.addEventListener("online", refresh)
document.addEventListener("visibilitychange", () => document.hidden || refresh())
