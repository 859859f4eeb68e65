// What the reader chose on the page stands in its address, so that a link carries it: the part that
// was swapped in says which address is its own (data-address).

document.addEventListener("htmx:after:swap", (event) => {
  const part = document.getElementById(event.detail.ctx.target?.id)
  if (!part?.dataset.address) return
  history.replaceState(history.state, "", part.dataset.address)
  // The same page in another language is under the same rules, too.
  for (const link of document.querySelectorAll("#languages a")) link.search = location.search
  // A number that was refused does not stay in its field.
  for (const field of part.querySelectorAll("input[type=number]")) field.value = field.defaultValue
})
