// What is fetched into the caches of this site, and taken out of them, for play without a network.

const FILES = "tujuh-files"
const EVERYBODYS = /^\/static\/|\/offline\/$/ // statics and shells
const SECONDS = 30 // how long a service worker may take to be ready
const QUIET = 30 // seconds after which a network hangs from which nothing came

/** Those of `files` that are not on the device. */
export async function missing(files) {
  if (!(await caches.has(FILES))) return files
  const requests = await (await caches.open(FILES)).keys()
  const here = new Set(requests.map((request) => new URL(request.url).pathname))
  return files.filter((file) => !here.has(file.url))
}

/** Whether the cache `own` of this version is there, with this page. */
export const shellKept = async (own) =>
  Boolean(await caches.match(location.pathname, { cacheName: own, ignoreVary: true }))

/** Whether there is room for so many bytes, as far as the browser tells. */
export async function room(bytes) {
  const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {}
  return quota === undefined || quota - usage > bytes
}

/** Whether the browser may remove what is kept when the device runs out of room. */
export const frail = async () => !(await navigator.storage?.persisted?.())

// Ends by `stop` (an AbortController) what waits for a network that hangs: nothing came for a while.
function patience(stop) {
  let late
  const done = () => clearTimeout(late)
  const heard = () => {
    done()
    late = setTimeout(() => stop.abort(new Error("nothing comes any more")), QUIET * 1000)
  }
  heard()
  return { heard, done }
}

/** Fetch what is missing, one tab at a time; `progress` hears the bytes that came over the wire. */
export function fetchFiles(files, stop, progress) {
  return navigator.locks.request("tujuh-keep", { signal: stop.signal }, async () => {
    const left = await missing(files)
    let got = files.reduce((sum, file) => sum + (left.includes(file) ? 0 : file.wire), 0)
    progress(got)
    for (const file of left) {
      await fetchFile(file, stop, (unpacked) => progress(got + file.wire * (unpacked / file.size)))
      got += file.wire
    }
  })
}

async function fetchFile(file, stop, progress) {
  const { heard, done } = patience(stop)
  const came = (unpacked) => {
    heard()
    progress(unpacked)
  }
  try {
    await storeFile(file, stop.signal, came)
  } finally {
    done()
  }
}

// Nothing is stored unless all of it came.
async function storeFile({ url, size }, signal, progress) {
  const answer = await fetch(url, { credentials: "omit", cache: "no-store", signal })
  if (answer.status === 404) throw new Error(`${url} is gone`, { cause: "changed" })
  if (answer.status !== 200 || answer.redirected) throw new Error(`${url}: ${answer.status}`)
  let came = 0
  const counted = new TransformStream({
    transform(chunk, out) {
      came += chunk.byteLength
      progress(came)
      out.enqueue(chunk)
    },
    flush() {
      if (came !== size) throw new Error(`${url} was cut off`)
    },
  })
  const headers = new Headers(answer.headers)
  headers.delete("Content-Encoding") // of what came, which is unpacked by now
  headers.delete("Content-Length")
  const cache = await caches.open(FILES)
  await cache.put(url, new Response(answer.body.pipeThrough(counted, { signal }), { headers }))
}

/** The pages of rules in this language that are not yet in the cache of this version. One that the
 * site does not give, or gives in another version, comes with a later visit. */
export async function fetchRules(own, pages, stop) {
  await ready(own)
  const cache = await caches.open(own)
  const { heard, done } = patience(stop)
  const keep = async (address) => {
    if (await cache.match(address, { ignoreVary: true })) return
    const answer = await fetch(address, { credentials: "omit", cache: "reload", signal: stop.signal })
    const good = answer.status === 200 && !answer.redirected && (await isOf(cache, answer.clone()))
    heard()
    if (good) await cache.put(address, answer)
  }
  try {
    await Promise.all(pages.map(keep))
  } finally {
    done()
  }
}

// While servers are being renewed, or from a cache on the way, a page may be of another version: it
// shows what is not kept.
async function isOf(cache, page) {
  const shown = (await page.text()).matchAll(/="(\/static\/[^"#?]+)/g)
  const kept = await Promise.all([...shown].map(([, address]) => cache.match(address, { ignoreVary: true })))
  return kept.every(Boolean)
}

// The service worker of this very version has kept the shells.
async function ready(own) {
  const late = new Promise((_, fail) => setTimeout(() => fail(new Error("no service worker")), SECONDS * 1000))
  await Promise.race([navigator.serviceWorker.ready, late])
  if (!(await shellKept(own))) throw new Error("the site has another version", { cause: "changed" })
}

/** Take away all but what every visitor's browser keeps, of a version that waits as well. */
export async function remove() {
  for (const name of await caches.keys()) {
    if (!name.startsWith("tujuh-") || name === FILES) continue
    const cache = await caches.open(name)
    for (const request of await cache.keys())
      if (!EVERYBODYS.test(new URL(request.url).pathname)) await cache.delete(request, { ignoreVary: true })
  }
  await caches.delete(FILES)
}
