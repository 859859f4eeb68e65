// The page of play without a network: has the games kept on this device, says how far it is, takes
// them away again, and changes to a new version. What it says stands in templates/offline/keep.html.

import { fetchFiles, fetchRules, frail, missing, remove, room, shellKept } from "./files.js"
import { watch } from "./update.js"
import { say } from "./words.js"

const { version, files, pages } = JSON.parse(document.getElementById("offline-data").textContent)
const OWN = `tujuh-${version}`
const section = document.getElementById("keep")
const number = new Intl.NumberFormat(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const megabytes = (bytes) => number.format(bytes / 1e6)
const all = files.reduce((sum, file) => sum + file.wire, 0)
let stop = null // ends the download that is under way

// Whether workers may be modules: only then is it asked of which type one is to be. No worker comes
// of an address that is none.
function runsModules() {
  let asked = false
  const options = {
    get type() {
      asked = true
      return "module"
    },
  }
  try {
    new Worker("https://:", options)
  } catch {
    return asked
  }
}

const able =
  window.isSecureContext &&
  "serviceWorker" in navigator &&
  "caches" in window &&
  "locks" in navigator &&
  "indexedDB" in window &&
  typeof WebAssembly === "object" &&
  typeof TransformStream === "function" &&
  runsModules()

/** Whether all of this version is on the device. False where the browser forbids to keep anything. */
export const installed = async () => able && (await whole().catch(() => false))
const whole = async () => !(await missing(files)).length && (await shellKept(OWN))

function show(state) {
  const had = section.contains(document.activeElement)
  section.dataset.state = state
  for (const part of section.querySelectorAll("[data-when]")) part.hidden = !part.dataset.when.split(" ").includes(state)
  if (had) section.focus({ preventScroll: true }) // its button may be gone
}

function progress(got) {
  const bar = section.querySelector("progress")
  bar.max = all
  bar.value = got
  say(document.getElementById("keep-got"), { got: megabytes(got), all: megabytes(all) })
}

/** What there is to do: nothing, or ask. */
async function look() {
  if (await whole()) return kept()
  const left = await missing(files)
  const here = all - left.reduce((sum, file) => sum + file.wire, 0)
  show("ask")
  const part = section.querySelector("[data-part]")
  part.hidden = !here
  say(part, { got: megabytes(here), all: megabytes(all) })
}

async function kept() {
  section.querySelector("[data-frail]").hidden = !(await frail())
  show("kept")
  // The rules of a language that is new here; they come when the network does.
  if (navigator.onLine) fetchRules(OWN, pages, new AbortController()).catch(() => {})
}

async function get() {
  if (stop) return // tapped twice
  stop = new AbortController()
  let need = 0
  try {
    need = (await missing(files)).reduce((sum, file) => sum + file.size, 0)
    if (!(await room(need))) return noRoom(need)
    show("busy")
    progress(0)
    navigator.storage?.persist?.()
    await fetchFiles(files, stop, progress)
    await fetchRules(OWN, pages, stop)
    await kept()
    document.dispatchEvent(new CustomEvent("kept"))
  } catch (error) {
    const cancelled = stop.signal.aborted && stop.signal.reason?.name === "AbortError"
    if (cancelled) await look()
    else if (error.name === "QuotaExceededError") noRoom(need)
    else show(error.cause === "changed" ? "changed" : "cut")
  } finally {
    stop = null
  }
}

function noRoom(need) {
  show("room")
  say(section.querySelector("[data-when='room']"), { need: megabytes(need) })
}

const acts = {
  get,
  cancel: () => stop?.abort(),
  // The version that is waiting is the one whose files there are.
  reload: async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    if (registration?.waiting) registration.waiting.postMessage("update")
    else location.reload()
  },
  remove: async () => {
    if (!window.confirm(section.dataset.confirm)) return
    await remove()
    location.reload()
  },
}

const online = () => document.documentElement.toggleAttribute("data-offline", !navigator.onLine)

if (able) {
  section.addEventListener("click", (event) => acts[event.target.closest("[data-act]")?.dataset.act]?.())
  // What was cut off goes on when the network is back.
  const again = { cut: get, kept }
  addEventListener("online", () => again[section.dataset.state]?.())
  for (const change of ["online", "offline"]) addEventListener(change, online)
  online()
  watch(() => stop !== null)
  look().catch(() => show("old"))
}
