const afterLoadMs = 3_000

/**
 * Registers the worker that keeps the dashboard's files for use without a network (vite/service-worker.js), once the
 * first screen has what it needs.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () =>
    setTimeout(() => {
      // Without it everything works, but for the network.
      navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined)
    }, afterLoadMs)
  if (document.readyState === 'complete') register()
  else addEventListener('load', register, { once: true })
}
