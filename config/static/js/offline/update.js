// A new version, once it is all here, waits for a tap; and the tap for the end of the match, in this
// tab or in another one: each holds a lock while a match goes on in it (event "match" of play.js).

const LIVE = "tujuh-match"
const section = document.getElementById("keep-update")
let live = false
let release = () => {}
let holding = null // settles when the lock is let go

function show(state) {
  for (const part of section.querySelectorAll("[data-update]")) part.hidden = part.dataset.update !== state
}

async function look(registration) {
  if (!registration.waiting) return show("")
  const { held } = await navigator.locks.query()
  show(held.some((lock) => lock.name === LIVE) ? "later" : "ready")
}

function follow(registration) {
  const worker = registration.installing
  worker?.addEventListener("statechange", () => look(registration))
}

async function use() {
  const registration = await navigator.serviceWorker.ready
  await look(registration)
  if (!section.querySelector("[data-act=update]").hidden) registration.waiting?.postMessage("update")
}

function hold(registration) {
  const held = new Promise((resolve) => (release = resolve))
  return navigator.locks.request(LIVE, { mode: "shared" }, () => {
    look(registration)
    return held
  })
}

/** `busy` says whether something is under way that a new page would cut off. */
export async function watch(busy) {
  let had = Boolean(navigator.serviceWorker.controller)
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (had && !live && !busy()) location.reload()
    had = true
  })
  section.addEventListener("click", (event) => event.target.closest("[data-act=update]") && use())
  const registration = await navigator.serviceWorker.ready
  document.addEventListener("match", async (event) => {
    if (live === event.detail.live) return
    live = event.detail.live
    release()
    await holding
    if (live) holding = hold(registration)
    look(registration)
  })
  registration.addEventListener("updatefound", () => follow(registration))
  document.addEventListener("visibilitychange", () => look(registration))
  addEventListener("online", () => registration.update().catch(() => {}))
  follow(registration)
  look(registration)
}
