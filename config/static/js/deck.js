// Cards in two or in four colours, as the reader chose on this device: [data-deck] of the page.

const KEY = "deck"
const page = document.documentElement
const buttons = () => document.querySelectorAll("[data-deck-switch]")

function show(deck) {
  if (deck === "four") page.dataset.deck = deck
  else delete page.dataset.deck
  for (const button of buttons()) {
    button.hidden = false // without this script it could do nothing
    button.setAttribute("aria-pressed", String(deck === "four"))
  }
}

const kept = () => {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null // storage is forbidden: the choice lasts as long as the page
  }
}

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-deck-switch]")) return
  const deck = page.dataset.deck === "four" ? "two" : "four"
  show(deck)
  try {
    localStorage.setItem(KEY, deck)
  } catch {}
})

show(kept())
