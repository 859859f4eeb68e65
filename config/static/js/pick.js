// Cards of the hand are picked by a touch, and of the moves that the server offers those are shown
// that need exactly the picked cards; without a pick those that are worth proposing. No rule is
// known here: an offer names its cards, and two lists of names are equal or not.

const picks = () => [...document.querySelectorAll("[data-pick]")]
const isPicked = (card) => card.getAttribute("aria-pressed") === "true"
const picked = () => picks().filter(isPicked).map((card) => card.dataset.pick)
const offers = () => document.getElementById("offers")
const deal = () => document.getElementById("picks")?.dataset.deal
let kept = [] // the picks before a swap; those cards that are still held stay picked
let dealt // the deal that they were held in: the next one may bring the same cards

function show() {
  if (!offers()) return
  const cards = picked().join(" ")
  const shown = []
  for (const offer of offers().querySelectorAll("[data-for]")) {
    const fits = cards ? offer.dataset.for === cards : "most" in offer.dataset
    offer.hidden = !fits
    offer.toggleAttribute("data-shown", fits)
    if (fits) shown.push(offer.textContent.trim())
  }
  const hint = { pick: !cards, none: cards && !shown.length }
  for (const line of offers().querySelectorAll("[data-hint]")) line.hidden = !hint[line.dataset.hint]
  // What the picks offer is told to who cannot see it appear.
  document.getElementById("offered").textContent = cards ? shown.join(", ") : ""
}

document.addEventListener("click", (event) => {
  const card = event.target.closest("[data-pick]")
  if (!card) return
  card.setAttribute("aria-pressed", String(!isPicked(card)))
  show()
})

document.addEventListener("htmx:before:swap", () => {
  kept = picked()
  dealt = deal()
})
document.addEventListener("htmx:after:swap", () => {
  if (deal() !== dealt) kept = []
  for (const card of picks()) card.setAttribute("aria-pressed", String(kept.includes(card.dataset.pick)))
  show()
})

show()
