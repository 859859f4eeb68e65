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

function line(one) {
  const { game, level, outcome, state, says, points } = one
  const item = document.createElement("li")
  const what = [told.words.games[game], told.words.levels[level], told.words.outcomes[outcome]].join(" · ")
  const became = says || told.words.states[one.sealed ? state : "told"] || ""
  item.textContent = [what, points ? `+${points}` : "", one.sealed ? became : ""].filter(Boolean).join(" · ")
  return item
}

async function list() {
  const { get } = await store()
  const finished = (await get("finished")) ?? []
  const deals = (await get("deals")) ?? { list: [] }
  const place = document.getElementById("offline")
  place.querySelector('[data-part="results"]').hidden = !finished.length
  const lines = document.createElement("ul")
  lines.append(...finished.slice(-SHOWN).reverse().map(line))
  place.querySelector('[data-part="list"]').replaceChildren(lines)
  for (const label of place.querySelectorAll('[data-part="for-fun"]')) label.hidden = !deals.list?.length
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
    if (await look()) again = setTimeout(() => follow(told), SOON)
    await list()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error // the network is gone after all: another time
  } finally {
    running = false
  }
}

window.addEventListener("online", () => told && follow(told))
