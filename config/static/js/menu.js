// A menu (details[data-menu]) closes with Escape and with a press elsewhere.

const open = () => document.querySelectorAll("details[data-menu][open]")

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return
  for (const menu of open()) {
    menu.open = false
    menu.querySelector("summary").focus()
  }
})

document.addEventListener("click", (event) => {
  for (const menu of open()) if (!menu.contains(event.target)) menu.open = false
})
