// What is fetched into the caches of this site, and taken out of them, for play without a network.

const FILES = "tujuh-files"
const SECONDS = 30 // how long a service worker may take to be ready

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

/** Fetch what is missing, one tab at a time; `progress` hears the bytes that came over the wire. */
export function fetchFiles(files, signal, progress) {
  return navigator.locks.request("tujuh-keep", { signal }, async () => {
    const left = await missing(files)
    let got = files.reduce((sum, file) => sum + (left.includes(file) ? 0 : file.wire), 0)
    progress(got)
    for (const file of left) {
      await fetchFile(file, signal, (unpacked) => progress(got + file.wire * (unpacked / file.size)))
      got += file.wire
    }
  })
}

// Nothing is stored unless all of it came.
async function fetchFile({ url, size }, signal, progress) {
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

/** The pages of rules in this language, the index first, into the cache of this version. */
export async function fetchRules(own, pages) {
  await ready(own)
  if (await caches.match(pages[0], { cacheName: own, ignoreVary: true })) return
  const cache = await caches.open(own)
  const keep = async (address) => {
    const answer = await fetch(address, { credentials: "omit", cache: "reload" })
    if (answer.status !== 200 || answer.redirected) throw new Error(`${address}: ${answer.status}`)
    await cache.put(address, answer)
  }
  // One that cannot be had does not keep the others away; the index, which comes last, says that
  // this was done.
  await Promise.all(pages.slice(1).map((address) => keep(address).catch(() => {})))
  await keep(pages[0])
}

// The service worker of this very version has kept the shells.
async function ready(own) {
  const late = new Promise((_, fail) => setTimeout(() => fail(new Error("no service worker")), SECONDS * 1000))
  await Promise.race([navigator.serviceWorker.ready, late])
  if (!(await shellKept(own))) throw new Error("the site has another version", { cause: "changed" })
}

/** Take away all but what every visitor's browser keeps. */
export async function remove(own, pages) {
  await caches.delete(FILES)
  const cache = await caches.open(own)
  for (const address of pages) await cache.delete(address, { ignoreVary: true })
}
