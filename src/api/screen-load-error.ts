/** The browser's messages about a script or stylesheet that it couldn't load. */
interface PreloadError extends Event {
  readonly payload: Error & { kind?: string }
}

/**
 * Names failures to load a screen's own files, so that the error page can tell them from others and try again. The
 * router would otherwise reload the page, which without a network ends in the browser's own error page.
 */
export function nameScreenLoadErrors(): void {
  addEventListener('vite:preloadError', (event) => {
    const { payload } = event as PreloadError
    payload.kind = 'screen-load'
    // By this text the router recognizes what it answers with a reload.
    payload.message = `Screen not loaded: ${payload.message}`
  })
}
