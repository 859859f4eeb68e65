// The table without a network: what htmx would ask the site for, under the address of the offline
// match, is asked of Python in a worker of this page, and the answers are parts of the same pages.

import { installed } from "./keep.js"
import { follow } from "./results.js"

const told = JSON.parse(document.getElementById("told").textContent)
const place = document.getElementById("offline")
const SLOW = 60_000 // milliseconds until what does not answer is given up

let engine // the worker
let number = 0
let newest // ply of the match in the worker
let began // ends when the worker is ready, with the match that was kept
let ready // ends it
const waiting = new Map() // by number: who waits for that answer

const part = (name) => place.querySelector(`[data-part="${name}"]`)
function say(what, words) {
  part("words").hidden = !what
  for (const line of part("words").children) line.hidden = line.dataset.says !== what
  if (words !== undefined) part("words").querySelector(`[data-says="${what}"]`).textContent = words
}

function begin({ steal = false } = {}) {
  end("begun anew")
  engine = new Worker(told.files["engine.js"], { type: "module" })
  say("starting")
  place.hidden = false
  began = new Promise((resolve, reject) => {
    const late = setTimeout(() => fail("it takes too long to start"), SLOW)
    ready = { resolve, reject, late }
  })
  began.then(open, () => {})
  listen(engine)
  engine.postMessage({ type: "begin", told, steal })
}

// What a worker said before its end is not heard after it.
function listen(worker) {
  const heard = (type, listener) => worker.addEventListener(type, (event) => worker === engine && listener(event))
  heard("error", (event) => fail(event.message || "worker"))
  heard("message", ({ data }) => hear(data))
}

// Whoever waits for this worker waits no longer, and its match is shown no longer.
function end(why) {
  engine?.terminate()
  engine = null
  clearTimeout(ready?.late)
  for (const { reject } of [ready, ...waiting.values()].filter(Boolean)) reject(new Error(why))
  waiting.clear()
  document.getElementById("offline-match").replaceChildren()
  stands({ live: false })
  for (const name of ["new", "yours"]) part(name).hidden = true
}

// Python, the store or the thread itself: from what is stored a match goes on in a new one.
async function fail(why) {
  console.error(why)
  end(why)
  say("failed")
  part("export").hidden = !(await record())
}

// Another tab plays: what is stored is no longer ours to write.
function leave() {
  end("elsewhere")
  say("elsewhere")
}

function hear(data) {
  if (data.type === "failed") return fail(data.message)
  if (data.type === "elsewhere") return leave()
  if (data.type === "ready") {
    clearTimeout(ready.late)
    return ready.resolve(data.match)
  }
  if (data.type === "ply") {
    stands(data)
    if (!data.live) follow(told)
    return catchUp()
  }
  waiting.get(data.number)?.resolve(data)
  waiting.delete(data.number)
}

// Here a match follows another on the same page, and its plies are counted anew. What is dropped
// while a move or another table is on its way is made up for when that has come.
function catchUp() {
  if (newest > Number(document.getElementById("table")?.dataset.ply)) window.htmx.trigger("#refresh", "refresh")
}
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (ctx.response?.status < 429) setTimeout(catchUp) // what failed is asked for again by table.js
})

// Whether a match goes on decides what else the page offers.
function stands({ live, ply }) {
  newest = ply
  part("new").hidden = part("yours").hidden = live
  part("export").hidden = ply === undefined
  document.querySelector(".offline-title").hidden = ply !== undefined // a match has a heading
  document.dispatchEvent(new CustomEvent("match", { detail: { live } }))
}

// As fetch, answered by the worker.
async function ask(action, request) {
  await began
  const url = new URL(action, location)
  const body = request.body ?? url.searchParams
  const answer = await new Promise((resolve, reject) => {
    number += 1
    waiting.set(number, { resolve, reject })
    request.signal?.addEventListener("abort", () => reject(request.signal.reason))
    engine.postMessage({ number, path: url.pathname, form: Object.fromEntries(body) })
  })
  stands(answer)
  if (!answer.live) follow(told)
  const isWhole = /\/(start|open)\//.test(url.pathname)
  if (isWhole && answer.status === 400) {
    say("refused", answer.html)
    return new Response(null, { status: 204 })
  }
  say()
  const headers = new Headers({ "Content-Type": "text/html" })
  if (answer.target) headers.set("HX-Retarget", answer.target)
  return new Response(answer.status === 204 ? null : answer.html, { status: answer.status, headers })
}

const isOurs = (action) => new URL(action, location).pathname.startsWith(told.root)

document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  if (isOurs(ctx.request.action)) ctx.fetch = ask
})

const show = (method, path, values) =>
  window.htmx.ajax(method, told.root + path, { target: "#offline-match", swap: "innerHTML", values })

// Forms that the site answers with another page are answered with the match as a whole.
document.addEventListener("submit", (event) => {
  const form = event.target
  if (!isOurs(form.action) || form.hasAttribute("hx-post") || form.hasAttribute("hx-get")) return
  event.preventDefault()
  const values = Object.fromEntries(new FormData(form, event.submitter))
  values.request_id ||= crypto.randomUUID()
  window.htmx.ajax("POST", form.action, { target: "#offline-match", swap: "innerHTML", values })
})

async function open(kept) {
  const worker = engine
  follow(told)
  if (kept) await show("POST", "open/", { record: kept.record })
  if (worker !== engine || document.getElementById("match")) return
  say(kept && "broken")
  stands({ live: false })
}

async function record() {
  const { get } = await import(told.store)
  return (await get("match"))?.record
}

const DO = {
  again: () => begin({ steal: true }), // from the worker that failed, which may end later
  here: () => begin({ steal: true }),
  async export() {
    const text = await record()
    const [, game] = text.match(/\[Game "([a-z0-9-]+)"/)
    const file = new Blob([text], { type: "text/plain" })
    const named = `tujuh-${game}-${new Date().toISOString().slice(0, 10)}.txt`
    const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: named })
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 1000)
  },
}

place.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-do]")
  if (button) DO[button.dataset.do]()
})

place.querySelector('[data-do="import"]').addEventListener("change", async ({ target }) => {
  const [file] = target.files
  if (file) await show("POST", "open/", { record: await file.text() })
  target.value = ""
})

document.querySelector("[data-needs-network]").hidden = location.hash !== "#network"
document.addEventListener("kept", () => begin())
if (await installed()) begin()
