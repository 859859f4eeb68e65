// A link to a rule or a term (a[data-part]) opens it beside what the reader is at, and a way leads
// back from one to the other. Without a script, or with a key that asks for a new tab, it leads to
// the page.

const beside = document.getElementById("beside")
const back = beside.querySelector("[data-back]")
let opener = null // what had opened the panel
let shown = [] // the links that were followed since, the last one shown

const address = (link) => {
  const url = new URL(link)
  return `${url.pathname}part/${url.hash.slice(1)}/${url.search}`
}
const show = () => window.htmx.ajax("GET", address(shown.at(-1)), { target: "#beside-text", swap: "innerHTML" })

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-part]")
  if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  if (beside.contains(link)) shown.push(link.href)
  else [opener, shown] = [link, [link.href]]
  show()
})
back.addEventListener("click", () => {
  shown.pop()
  show()
})

const isOurs = (event) => event.detail.ctx?.target?.id === "beside-text"

// What cannot be shown beside is a page still.
for (const failure of ["htmx:error", "htmx:response:error"])
  document.addEventListener(failure, (event) => isOurs(event) && location.assign(shown.at(-1)))

document.addEventListener("htmx:after:swap", (event) => {
  if (!isOurs(event)) return
  back.hidden = shown.length < 2
  beside.showPopover()
  beside.scrollTop = 0
  document.getElementById("beside-text").focus({ preventScroll: true })
  // A sheet from below leaves the hand in sight.
  const hand = document.querySelector(".hand")?.getBoundingClientRect().bottom
  const sheet = beside.getBoundingClientRect()
  if (sheet.left <= 0 && hand > sheet.top) scrollBy(0, hand - sheet.top)
})

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && beside.matches(":popover-open")) beside.hidePopover()
})

// Focus goes back where it came from, unless it is elsewhere already.
let had = false
beside.addEventListener("beforetoggle", () => (had = beside.contains(document.activeElement)))
beside.addEventListener("toggle", (event) => {
  if (event.newState !== "closed" || !had) return
  const same = opener.isConnected ? opener : document.getElementById(opener.id)
  const next = same ?? document.getElementById("result") ?? document.getElementById("main")
  next.focus({ preventScroll: true })
})
