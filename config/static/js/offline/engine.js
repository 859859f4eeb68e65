// Python and the games in a thread of their own. The page asks by messages that have a number, and
// hears each time how the match stands. What must survive is stored before it is answered.

let told // what the page said when it began: addresses, language, version of the bots
let store // idb-keyval
let device // games.offline.device.main
let thinking = false
let stored = "" // the record that was kept last
const PATIENCE = 4000 // milliseconds

const post = (message) => self.postMessage(message)

// One tab plays at a time: two would write each other's match away. The worker of a page that was
// left just now is given time to end.
function alone(steal) {
  return new Promise((resolve, reject) => {
    let mine = false
    const held = () => {
      resolve((mine = true))
      return new Promise(() => {}) // until this worker ends
    }
    const options = steal ? { steal } : { signal: AbortSignal.timeout(PATIENCE) }
    navigator.locks.request("tujuh", options, held).catch((error) => {
      if (mine) post({ type: "elsewhere" })
      else if (error.name === "TimeoutError") resolve(false)
      else reject(error)
    })
  })
}

async function fetched(name) {
  const response = await fetch(told.files[name])
  if (!response.ok) throw new Error(`${name}: ${response.status}`)
  return response.arrayBuffer()
}

async function start() {
  const core = told.files["pyodide.mjs"]
  const [{ loadPyodide }, archive] = await Promise.all([import(core), fetched("tujuh.zip")])
  const home = core.slice(0, core.lastIndexOf("/") + 1)
  const python = await loadPyodide({
    indexURL: home,
    packageBaseUrl: home,
    lockFileContents: told.lock,
  })
  python.FS.mkdirTree(told.home)
  python.unpackArchive(archive, "zip", { extractDir: told.home })
  python.runPython(`import sys; sys.path.insert(0, ${JSON.stringify(told.home)})`)
  device = python.runPython("from games.offline.device import main; main")
  device.boot(JSON.stringify(told))
}

// The record after each ply; of a match that is over also the line that statistics count.
async function keep(answer) {
  const { record, summary, live } = answer
  if (!record || record === stored) return
  const [before, deals] = await store.getMany(["match", "deals"])
  // Whose match it is was settled when it began, whoever is signed in by now.
  const owner = before?.id === summary.id ? before.owner : (deals?.for ?? "")
  await store.set("match", { record, live, id: summary.id, owner })
  if (!live) await finish(summary, record, owner)
  stored = record
}

const finish = (summary, record, owner) =>
  store.update("finished", (finished = []) => {
    if (finished.some(({ id }) => id === summary.id)) return finished
    return [...finished, { ...summary, record: summary.sealed ? record : "", state: "new", for: owner }]
  })

async function ask({ path, form }) {
  const deals = path.includes("/start/") ? await unspent() : []
  const answer = JSON.parse(device.ask(path, JSON.stringify(form), JSON.stringify(deals)))
  if (answer.spent) await store.update("deals", (kept) => ({ ...kept, list: kept.list.filter(({ id }) => id !== answer.spent) }))
  await keep(answer)
  return answer
}

// The sealed deals of who is signed in, the oldest first, while they are good. The server does not
// know yet of those that were begun here.
async function unspent() {
  const [deals, match, finished] = await store.getMany(["deals", "match", "finished"])
  if (deals?.bots !== told.bots) return []
  const begun = new Set([match, ...(finished ?? [])].map((one) => one?.id))
  return deals.list.filter(({ id, expires }) => !begun.has(id) && Date.parse(expires) > Date.now())
}

// Bots move one by one, and between two of them the page is heard.
async function think(answer) {
  if (thinking) return
  thinking = true
  try {
    while (answer.thinking) {
      answer = JSON.parse(device.reply())
      await keep(answer)
      post({ type: "ply", ply: answer.ply, live: answer.live })
      await new Promise((resolve) => setTimeout(resolve))
    }
  } finally {
    thinking = false
  }
}

async function begin(message) {
  told = message.told
  store = await import(told.store)
  const started = start() // which needs no store, and takes longest
  started.catch(() => {}) // is heard below, unless another tab plays
  if (!(await alone(message.steal))) return post({ type: "elsewhere" })
  await started
  const kept = await store.get("match")
  post({ type: "ready", match: kept ?? null })
}

self.addEventListener("message", async ({ data }) => {
  try {
    if (data.type === "begin") return await begin(data)
    const answer = await ask(data)
    const { status, html, target, live, ply } = answer
    post({ type: "answer", number: data.number, status, html, target, live, ply })
    await think(answer)
  } catch (error) {
    post({ type: "failed", message: String(error.message ?? error) })
  }
})
