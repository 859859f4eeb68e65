// A link to a rule or a term (a[data-part]) opens it beside what the reader is at, and a way leads
// back from one to the other. Without a network it is cut out of the page, if that is kept on the
// device. Without a script, or with a key that asks for a new tab, the link leads to the page.

const beside = () => document.getElementById("beside")
let opener = null // what had opened the panel
let shown = [] // the links that were followed since, the last one shown

const address = (link) => {
  const url = new URL(link)
  return `${url.pathname}part/${url.hash.slice(1)}/${url.search}`
}
const ask = () => window.htmx.ajax("GET", address(shown.at(-1)), { target: "#beside-text", swap: "innerHTML" })
const show = async () => (!navigator.onLine && (await showKept())) || ask()

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-back]")) {
    shown.pop()
    return show()
  }
  const link = event.target.closest("a[data-part]")
  if (!link || !beside() || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  if (beside().contains(link)) shown.push(link.href)
  else [opener, shown] = [link, [link.href]]
  show()
})

function open() {
  const [panel, text] = [beside(), document.getElementById("beside-text")]
  panel.querySelector("[data-back]").hidden = shown.length < 2
  panel.showPopover()
  panel.scrollTop = 0
  text.focus({ preventScroll: true })
  // A sheet from below leaves the hand in sight.
  const hand = document.querySelector(".hand")?.getBoundingClientRect().bottom
  const sheet = panel.getBoundingClientRect()
  if (sheet.left <= 0 && hand > sheet.top) scrollBy(0, hand - sheet.top)
}

const isOurs = (event) => event.detail.ctx?.target?.id === "beside-text"
document.addEventListener("htmx:after:swap", (event) => isOurs(event) && open())

// What cannot be shown beside is a page still, unless there is no way to it.
function leave() {
  if (navigator.onLine) return location.assign(shown.at(-1))
  const words = document.getElementById("not-kept").content.cloneNode(true)
  document.getElementById("beside-text").replaceChildren(words)
  open()
}
document.addEventListener("htmx:response:error", (event) => isOurs(event) && leave())
document.addEventListener("htmx:error", async (event) => isOurs(event) && ((await showKept()) || leave()))

async function showKept() {
  const part = await keptPart(new URL(shown.at(-1)))
  if (!part) return false
  document.getElementById("beside-text").replaceChildren(...part)
  open()
  return true
}

// From the heading with the name of the link to the next of its level or above, as on the page.
async function keptPart(url) {
  const page = await window.caches?.match(url.pathname, { ignoreVary: true })
  const whole = page && new DOMParser().parseFromString(await page.text(), "text/html")
  const heading = whole?.getElementById(decodeURIComponent(url.hash.slice(1)))
  if (!heading) return null
  const ends = (element) => /^H[1-6]$/.test(element.tagName) && element.tagName <= heading.tagName
  const body = Object.assign(document.createElement("div"), { className: "prose" })
  while (heading.nextElementSibling && !ends(heading.nextElementSibling)) body.append(heading.nextElementSibling)
  for (const link of body.querySelectorAll("a[href^='#']")) {
    link.href = url.pathname + url.search + link.getAttribute("href")
    link.dataset.part = ""
  }
  for (const form of body.querySelectorAll("form")) form.inert = true // nobody would answer
  const title = Object.assign(document.createElement("h2"), { textContent: heading.textContent, className: heading.className })
  const link = Object.assign(document.createElement("a"), { href: url.href, target: "_blank", rel: "noopener" })
  link.textContent = whole.querySelector("h1").textContent
  return [title, ...usual(url), body, link]
}

// What is kept are the usual rules, whichever were asked for.
const usual = ({ search }) => (search ? [document.getElementById("usual-rules").content.cloneNode(true)] : [])
if ("offline" in document.documentElement.dataset) document.querySelector("#rules > header")?.append(...usual(location))

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && beside()?.matches(":popover-open")) beside().hidePopover()
})

// Focus goes back where it came from, unless it is elsewhere already.
let had = false
const isBeside = (event) => event.target.id === "beside"
document.addEventListener("beforetoggle", (event) => isBeside(event) && (had = beside().contains(document.activeElement)), true)
document.addEventListener(
  "toggle",
  (event) => {
    if (!isBeside(event) || event.newState !== "closed" || !had) return
    const same = opener.isConnected ? opener : document.getElementById(opener.id)
    const next = same ?? document.getElementById("result") ?? document.getElementById("main")
    next.focus({ preventScroll: true })
  },
  true, // these events do not bubble
)
