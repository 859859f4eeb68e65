// The arrow keys, Home and End follow the links from step to step.

const KEYS = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" }

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const link = document.querySelector(`.steps a[rel="${KEYS[event.key]}"]`)
  if (!link) return
  event.preventDefault()
  link.click()
})
