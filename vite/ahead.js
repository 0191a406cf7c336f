// Stands at the head of the page, before the dashboard's own scripts have arrived: takes the chosen theme and sidebar over,
// and requests what the first screen reads. src/api/ahead.ts hands each response to the first that asks for it.
;(() => {
  const scheme = localStorage.getItem('mantine-color-scheme-value')
  if (scheme === 'light' || scheme === 'dark') document.documentElement.dataset.mantineColorScheme = scheme
  const sidebar = localStorage.getItem('bureau.sidebar')
  if (sidebar === 'full' || sidebar === 'rail') document.documentElement.dataset.sidebar = sidebar
  const account = sessionStorage.getItem('bureau.account')
  const headers = { accept: 'application/json', ...(account ? { 'x-account-id': account } : {}) }
  const reads = document.currentScript.dataset.reads.split(' ').filter(Boolean)
  const responses = new Map(reads.map((address) => [address, fetch(address, { headers })]))
  // A request that fails is repeated by whoever needs it.
  for (const response of responses.values()) response.catch(() => undefined)
  globalThis.bureauAhead = responses
})()
