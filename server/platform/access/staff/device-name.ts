import bowser from 'bowser'

/** Returns browser and system, such as `Firefox on Windows`; what isn't recognized is left out. */
export function deviceOf(userAgent: string | null): string | null {
  if (!userAgent) return null
  const { browser, os } = bowser.parse(userAgent)
  if (browser.name && os.name) return `${browser.name} on ${os.name}`
  return browser.name || os.name || null
}
