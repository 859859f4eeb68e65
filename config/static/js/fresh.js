// Cards that came to the table with the last swap are marked for a moment: [data-fresh].

const down = () => document.querySelectorAll('.slot[data-state="down"]')
const name = (slot) => slot.querySelector(".card").getAttribute("aria-label")
let before = new Set()

document.addEventListener("htmx:before:swap", () => (before = new Set([...down()].map(name))))

document.addEventListener("htmx:after:swap", () => {
  for (const slot of down()) if (!before.has(name(slot))) slot.dataset.fresh = ""
})
