// A passkey that was not found, refused or not made: allauth's script tells the document only.
// The sentence for it waits in [data-passkey-failed]; as the text of an alert it is also read out.

document.addEventListener("allauth.error", (event) => {
  const place = document.querySelector("[data-passkey-failed]")
  if (!place) return
  event.preventDefault()
  place.textContent = place.dataset.passkeyFailed
  place.scrollIntoView({ block: "nearest" })
})
