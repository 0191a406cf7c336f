// Stands at the head of the page, before the dashboard's own scripts have arrived: takes the chosen theme and sidebar over,
// and requests what the first screen reads. src/api/ahead.ts hands each response to the first that asks for it. The typeface
// is requested once the scripts have arrived: it would compete with them for the line, and there is no text before.
;(() => {
  const scheme = localStorage.getItem('mantine-color-scheme-value')
  if (scheme === 'light' || scheme === 'dark') document.documentElement.dataset.mantineColorScheme = scheme
  const sidebar = localStorage.getItem('bureau.sidebar')
  if (sidebar === 'full' || sidebar === 'rail') document.documentElement.dataset.sidebar = sidebar
  const account = sessionStorage.getItem('bureau.account')
  const headers = { accept: 'application/json', ...(account ? { 'x-account-id': account } : {}) }
  const { reads: addresses, font } = document.currentScript.dataset
  const reads = addresses.split(' ').filter(Boolean)
  const responses = new Map(reads.map((address) => [address, fetch(address, { headers })]))
  // A request that fails is repeated by the screen that needs it.
  for (const response of responses.values()) response.catch(() => undefined)
  globalThis.bureauAhead = responses
  addEventListener('DOMContentLoaded', () => {
    const link = { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', href: font }
    document.head.append(Object.assign(document.createElement('link'), link))
  })
})()
