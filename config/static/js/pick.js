// Cards of the hand are picked by a touch, and of the moves that the server offers those are shown
// that need exactly the picked cards; without a pick those that are worth proposing. No rule is
// known here: an offer names its cards, and two lists of names are equal or not.

const picks = () => [...document.querySelectorAll("[data-pick]")]
const picked = () => picks().filter((card) => card.getAttribute("aria-pressed") === "true")

function show() {
  const offers = document.getElementById("offers")
  if (!offers) return
  const cards = picked().map((card) => card.dataset.pick).join(" ")
  let found = false
  for (const offer of offers.querySelectorAll("[data-for]")) {
    offer.hidden = cards ? offer.dataset.for !== cards : !("most" in offer.dataset)
    found ||= !offer.hidden
  }
  for (const hint of offers.querySelectorAll("[data-hint]"))
    hint.hidden = hint.dataset.hint === "pick" ? Boolean(cards) : !cards || found
}

document.addEventListener("click", (event) => {
  const card = event.target.closest("[data-pick]")
  if (!card) return
  card.setAttribute("aria-pressed", String(card.getAttribute("aria-pressed") !== "true"))
  show()
})
document.addEventListener("htmx:after:swap", show)

show()
