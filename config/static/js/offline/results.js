// What became of the matches on this device: told to the server when there is one and somebody is
// signed in, and listed. Deals that count are fetched on the same occasion.

const SOON = 3000 // milliseconds until the server is asked again how far it has checked
const SHOWN = 10
let told
let again
let running = false

const store = () => import(told.store)
const address = (what) => told.root.replace(/match\/$/, what)

async function call(what, options) {
  const response = await fetch(address(what), { cache: "no-store", ...options })
  const isJson = response.headers.get("Content-Type")?.includes("json")
  return { status: response.status, body: isJson ? await response.json() : {} }
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

async function tell(me) {
  const { get, set } = await store()
  if (!me.name) return set("deals", { for: "", list: [] })
  const finished = (await get("finished")) ?? []
  for (const one of finished.filter((each) => each.state === "new" && (!each.for || each.for === me.name))) {
    const { record, id, game, level, seats, outcome, ended } = one
    const { status, body } = await send("matches/", me.csrf, record ? { record } : { id, game, level, seats, outcome, ended })
    if (status === 200) await change(id, { ...body, for: me.name, record: "" })
    else if (status >= 400 && status < 429 && status !== 403) await change(id, { state: "refused", says: body.says ?? "" })
  }
  const { status, body } = await send("deals/", me.csrf)
  if (status === 200) await set("deals", { for: me.name, list: body.deals, bots: body.bots })
}

// What the server has found out since about matches that it was still checking.
async function look() {
  const { get } = await store()
  const open = ((await get("finished")) ?? []).filter(({ state }) => state === "checking")
  if (!open.length) return false
  const { status, body } = await call(`matches/?${new URLSearchParams(open.map(({ id }) => ["id", id]))}`)
  if (status === 200) for (const one of body.matches) await change(one.id, one)
  return true
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

const fill = (says, words) => says.replace(/\{(\w+)\}/g, (_, name) => words[name])

// `name`: who is signed in, "" for nobody; undefined where that cannot be known now.
async function list(name) {
  const { getMany } = await store()
  const [match, finished = [], deals = {}] = await getMany(["match", "finished", "deals"])
  const part = (what) => document.querySelector(`#offline [data-part="${what}"]`)
  part("results").hidden = !finished.length
  part("tally").replaceChildren(...tally(finished, part("tally").dataset.says))
  part("latest").replaceChildren(...finished.slice(-SHOWN).reverse().map(line))
  const begun = new Set([match, ...finished].map((one) => one?.id))
  const count = deals.bots === told.bots ? deals.list.filter(({ id }) => !begun.has(id)).length : 0
  part("deals").hidden = !count
  part("deals").textContent = fill(part("deals").dataset.says, { n: count })
  if (name !== undefined) part("guest").hidden = Boolean(name)
  for (const label of document.querySelectorAll("#offline [data-part='for-fun']")) label.hidden = !count
}

// Once after a match, when the network returns, and while something is being checked.
export async function follow(given) {
  told = given
  clearTimeout(again)
  if (running) return
  running = true
  try {
    await list()
    if (!navigator.onLine) return
    const { status, body: me } = await call("me/")
    if (status !== 200) return
    await tell(me)
    if (me.name && (await look())) again = setTimeout(() => follow(told), SOON)
    await list(me.name ?? "")
  } catch (error) {
    if (!(error instanceof TypeError)) throw error // the network is gone after all: another time
  } finally {
    running = false
  }
}

window.addEventListener("online", () => told && follow(told))
