// A link to a rule or a term (a[data-part]) opens it beside what the reader is at. Without a script,
// or with a key that asks for a new tab, it leads to the page.

const beside = document.getElementById("beside")
let opener = null

const address = (link) => {
  const url = new URL(link.href)
  return `${url.pathname}part/${url.hash.slice(1)}/${url.search}`
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-part]")
  if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  opener = beside.contains(link) ? opener : link
  window.htmx.ajax("GET", address(link), { target: "#beside-text", swap: "innerHTML" })
})

const isOurs = (event) => event.detail.ctx?.target?.id === "beside-text"

// What cannot be shown beside is a page still.
for (const failure of ["htmx:error", "htmx:response:error"])
  document.addEventListener(failure, (event) => isOurs(event) && location.assign(opener.href))

document.addEventListener("htmx:after:swap", (event) => {
  if (!isOurs(event)) return
  beside.showPopover()
  beside.scrollTop = 0
  document.getElementById("beside-text").focus({ preventScroll: true })
})

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && beside.matches(":popover-open")) beside.hidePopover()
})

beside.addEventListener("toggle", (event) => {
  if (event.newState === "closed") opener?.focus({ preventScroll: true })
})
