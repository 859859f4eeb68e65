// Every page registers the service worker: it keeps little (shells and statics), and what it keeps
// is the same for everybody. Where it cannot be, the site works as without one.

const register = () => navigator.serviceWorker.register("/sw.js").catch(() => {})

if (window.isSecureContext && "serviceWorker" in navigator) {
  if (document.readyState === "complete") register()
  else addEventListener("load", register)
}
