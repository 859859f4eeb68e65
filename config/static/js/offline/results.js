// What became of the matches on this device: told to the server when there is one and somebody is
// signed in, and listed. Deals that count are fetched on the same occasion.

import { fill, say } from "./words.js"

const SOON = 3000 // milliseconds until the server is asked again how far it has checked
const SHOWN = 10
let told
let again
let running = false

const store = () => import(told.store)
const address = (what) => told.root.replace(/match\/$/, what)

// Status 0: the network is gone after all. The body is empty where another than the site answers, as
// the log-in page of a hotel.
async function call(what, options) {
  const response = await fetch(address(what), { cache: "no-store", ...options }).catch(() => null)
  const body = await response?.json().catch(() => null)
  return { status: response?.status ?? 0, body: Object(body) }
}

const send = (what, csrf, body) =>
  call(what, {
    method: "POST",
    headers: { "X-CSRFToken": csrf, "Content-Type": "application/json" },
    body: JSON.stringify(body ?? {}),
  })

// Change the line of one match.
async function change(id, more) {
  const { update } = await store()
  await update("finished", (finished = []) => finished.map((one) => (one.id === id ? { ...one, ...more } : one)))
}

// Whose a match is says the id that the server knows him by: names change.
async function tell(me) {
  const { get, set } = await store()
  if (!me.id) return set("deals", { for: "", list: [] })
  const finished = (await get("finished")) ?? []
  for (const one of finished.filter((each) => each.state === "new" && (!each.for || each.for === me.id))) {
    const { record, id, game, level, seats, outcome, ended } = one
    const { status, body } = await send("matches/", me.csrf, record ? { record } : { id, game, level, seats, outcome, ended })
    if (status === 200 && body.state) await change(id, { ...body, for: me.id, record: "" })
    else if (body.says && status >= 400 && status < 429 && status !== 403) await change(id, { state: "refused", says: body.says })
  }
  const { status, body } = await send("deals/", me.csrf)
  if (status === 200 && body.deals) await set("deals", { for: me.id, list: body.deals, bots: body.bots })
}

// What the server has found out since about matches of `owner` that it was still checking; it is
// asked again while it checks some.
async function look(owner) {
  clearTimeout(again)
  const { get } = await store()
  const open = ((await get("finished")) ?? []).filter((one) => one.state === "checking" && one.for === owner)
  if (!open.length) return
  const { status, body } = await call(`matches/?${new URLSearchParams(open.map(({ id }) => ["id", id]))}`)
  const found = body.matches ?? []
  for (const one of found) await change(one.id, one)
  const goesOn = status >= 429 || found.some(({ state }) => state === "checking")
  clearTimeout(again)
  if (goesOn) again = setTimeout(() => look(owner), SOON)
  await list()
}

function line({ game, level, outcome, sealed, state, says }) {
  const { games, levels, outcomes, states } = told.words
  const became = sealed ? says || states[state] : ""
  const item = document.createElement("li")
  item.textContent = [games[game], levels[level], outcomes[outcome], became].filter(Boolean).join(" · ")
  return item
}

function tally(finished, says) {
  const items = Object.entries(told.words.games).map(([key, game]) => {
    const played = finished.filter((one) => one.game === key)
    const won = played.filter(({ outcome }) => outcome === "won").length
    const item = document.createElement("li")
    item.textContent = fill(says, { game, won, played: played.length })
    return played.length ? item : ""
  })
  return items.filter(Boolean)
}

// The matches of who was signed in last, as far as is known here, and of guests.
async function list() {
  const { getMany } = await store()
  const [match, finished = [], deals = {}] = await getMany(["match", "finished", "deals"])
  const part = (what) => document.querySelector(`#offline [data-part="${what}"]`)
  const isMine = (owner) => !owner || owner === deals.for
  const mine = finished.filter((one) => isMine(one.for))
  part("others").hidden = isMine(match?.owner)
  part("results").hidden = !mine.length
  part("tally").replaceChildren(...tally(mine, part("tally").dataset.says))
  part("latest").replaceChildren(...mine.slice(-SHOWN).reverse().map(line))
  const begun = new Set([match, ...finished].map((one) => one?.id))
  const count = deals.bots === told.bots ? deals.list.filter(({ id }) => !begun.has(id)).length : 0
  part("deals").hidden = !count
  say(part("deals"), { n: count })
  part("guest").hidden = Boolean(deals.for)
  for (const label of document.querySelectorAll("#offline [data-part='for-fun']")) label.hidden = !count
}

// Once after a match, and when the network returns.
export async function follow(given) {
  told = given
  if (running) return
  running = true
  try {
    await list()
    if (!navigator.onLine) return
    const { status, body: me } = await call("me/")
    if (status !== 200 || !("id" in me)) return
    await tell(me)
    await list()
    if (me.id) await look(me.id)
  } finally {
    running = false
  }
}

window.addEventListener("online", () => told && follow(told))
