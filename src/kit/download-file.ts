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
