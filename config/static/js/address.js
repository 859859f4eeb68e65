// What the reader chose on the page stands in its address, so that a link carries it: the part that
// was swapped in says which address is its own.

document.addEventListener("htmx:after:swap", () => {
  const address = document.querySelector("[data-address]")?.dataset.address
  if (address) history.replaceState(history.state, "", address)
})
