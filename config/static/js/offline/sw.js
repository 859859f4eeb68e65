// The service worker. The server writes `self.KEEP` before this: what there is to keep in this
// version. It stores when it is installed and at no other time, and only what is in KEEP: a page of
// a person, or anything that is sent, is none of its business.
//
// tujuh-VERSION   the shells, the statics, and the pages of rules in the languages that were chosen
// tujuh-files     the big files, which the shell's page put there; an address holds a hash, so that
//                 versions may share them

const { version, shells, statics, pages, files } = self.KEEP
const OWN = `tujuh-${version}`
const FILES = "tujuh-files"
const FRAMES = new Set(Object.values(shells))
const RULES = new Set(Object.values(pages).flat())
const SMALL = new Set(statics)
const BIG = new Set(files.map((file) => file.url))
const last = files.at(-1).url.split("/").at(-1) // the page fetches one after the other
// What is no page of the site goes by as if there were no worker.
const PASSING = /^\/(admin|stream|dev|healthz)\b/
const HASHED = /\.[0-9a-f]{12}\.\w+$/ // what is at such an address is the same in every version
const FRESH = { credentials: "omit", cache: "reload" }

// In one cache, else in any.
const kept = (address, cacheName) => caches.match(address, { ignoreVary: true, cacheName })

async function ask(address) {
  const answer = await fetch(address, FRESH)
  if (answer.status !== 200 || answer.redirected || answer.type !== "basic")
    throw new Error(`${address} cannot be kept: ${answer.status} ${answer.type}`)
  return answer
}

// While servers are being renewed, a shell may come from one with another version.
async function askShell(address) {
  const answer = await ask(address)
  const text = await answer.clone().text()
  if (!text.includes(` data-version="${version}"`)) throw new Error(`${address} is of another version`)
  return answer
}

// As files.js does: what a page of this version shows is kept.
async function askRules(address) {
  const answer = await ask(address)
  const text = await answer.clone().text()
  for (const [, shown] of text.matchAll(/="(\/static\/[^"#?]+)/g))
    if (!SMALL.has(shown)) throw new Error(`${address} is of another version`)
  return answer
}

const same = async (address) => (HASHED.test(address) ? kept(address) : undefined)

async function install() {
  const own = await caches.open(OWN)
  const put = async (address, answer) => own.put(address, await answer)
  await Promise.all([
    ...[...FRAMES].map((address) => put(address, askShell(address))),
    ...statics.map(async (address) => put(address, (await same(address)) ?? ask(address))),
  ])
  if (!(await takeOver(put)) || !self.registration.active) await self.skipWaiting()
}

// What the version before this had been asked to keep, this one keeps, too. False: nothing.
async function takeOver(put) {
  if (!(await caches.has(FILES))) return false
  const big = await caches.open(FILES)
  const whole = (await big.keys()).some(({ url }) => url.endsWith(`/${last}`))
  if (!whole) return false
  for (const { url } of files) if (!(await big.match(url))) await big.put(url, await ask(url))
  const chosen = []
  for (const list of Object.values(pages)) if (await kept(list[0])) chosen.push(...list)
  // One page that cannot be had does not keep a new version away.
  await Promise.all(chosen.map((address) => put(address, askRules(address)).catch(() => {})))
  return true
}

async function activate() {
  for (const name of await caches.keys())
    if (name.startsWith("tujuh-") && name !== OWN && name !== FILES) await caches.delete(name)
  if (await caches.has(FILES)) {
    const big = await caches.open(FILES)
    for (const request of await big.keys())
      if (!BIG.has(new URL(request.url).pathname)) await big.delete(request)
  }
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

self.addEventListener("install", (event) => event.waitUntil(install()))
self.addEventListener("activate", (event) => event.waitUntil(activate()))
self.addEventListener("message", (event) => event.data === "update" && self.skipWaiting())

const held = async (request, address, cacheName) => (await kept(address, cacheName)) ?? fetch(request)

async function visit(event, address) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    const page = RULES.has(address) && (await kept(address, OWN))
    return page ? marked(page) : Response.redirect(`${shellFor(address)}#network`)
  }
}

// A kept page says that there is no network where else it would say who is reading.
async function marked(page) {
  const headers = new Headers(page.headers)
  headers.delete("Content-Encoding") // of what came, which is unpacked by now
  headers.delete("Content-Length")
  const html = await page.text()
  return new Response(html.replace("<html ", "<html data-offline "), { headers })
}

function shellFor(address) {
  const own = shells[address.split("/")[1]]
  return own ?? shells[self.navigator.language.slice(0, 2)] ?? shells.en
}

self.addEventListener("fetch", (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== "GET" || origin !== self.location.origin) return
  if (BIG.has(pathname)) event.respondWith(held(request, pathname, FILES))
  else if (SMALL.has(pathname)) event.respondWith(held(request, pathname, OWN))
  else if (request.mode !== "navigate" || PASSING.test(pathname)) return
  else if (FRAMES.has(pathname)) event.respondWith(held(request, pathname, OWN))
  else event.respondWith(visit(event, pathname))
})
