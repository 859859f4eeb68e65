// Cards that came to the table with the last swap are marked for a moment: [data-fresh].

const lying = () => document.querySelectorAll("[data-lies]")
let before = new Set()

document.addEventListener("htmx:before:swap", () => {
  before = new Set([...lying()].map((place) => place.dataset.lies))
})

document.addEventListener("htmx:after:swap", () => {
  for (const place of lying()) if (!before.has(place.dataset.lies)) place.dataset.fresh = ""
})
