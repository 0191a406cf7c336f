const keptMs = 60_000

/** Hands a file to the person, as if it had been downloaded. */
export function downloadFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The browser may still be asking where to put it.
  setTimeout(() => URL.revokeObjectURL(link.href), keptMs)
}

/** Hands over a text that's shown once. Unlike any other file, it isn't kept a moment longer. */
export function downloadSecret(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  URL.revokeObjectURL(address)
}
