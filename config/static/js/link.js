// A link whose board could not be fetched into the page (a[hx-get]) is followed like any other: the
// page that it leads to, or the browser, says what is wrong.

for (const failure of ["htmx:error", "htmx:response:error"])
  document.addEventListener(failure, (event) => {
    const link = event.detail.ctx?.sourceElement.closest("a[href]")
    if (link) location.assign(link.href)
  })
