// Focus stays at the table: when the button that had it is swapped away, its neighbour gets it.
// Arrow keys walk along the hand; Tab works as everywhere.

const hand = () => [...document.querySelectorAll(".hand-card")]
const over = () => document.querySelector("#table[data-over]") !== null
let held = null // what had the focus before a swap, if it was at the table
let wasOver = over()

document.addEventListener("htmx:before:swap", () => {
  const active = document.activeElement
  held = active.closest("#table") ? { id: active.id, place: hand().indexOf(active) } : null
  wasOver = over()
})

document.addEventListener("htmx:after:swap", () => {
  const result = document.getElementById("result")
  if (over() && !wasOver) {
    result.focus()
    result.scrollIntoView({ block: "center" })
    return
  }
  if (!held || document.activeElement !== document.body) return
  const same = document.getElementById(held.id)
  const cards = hand()
  const neighbour = cards[Math.min(Math.max(held.place, 0), cards.length - 1)]
  const next = same ?? neighbour ?? result
  next.focus({ preventScroll: true })
})

const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }

document.addEventListener("keydown", (event) => {
  const cards = hand()
  const place = cards.indexOf(event.target)
  if (place < 0 || !(event.key in STEPS) || event.altKey || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  cards[Math.min(Math.max(place + STEPS[event.key], 0), cards.length - 1)].focus()
})
