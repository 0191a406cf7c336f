import type { Shown } from './html.ts'

/** Returns an email as plain text and as HTML, which say the same. */
export async function bodiesOf(shown: Shown): Promise<{ text: string; html: string }> {
  const { message, action, more } = shown
  const text = [message, ...(action ? [`${action.label}:\n${action.url}`] : []), more]
  // Loading what draws it takes longer than a start may.
  const { htmlOf } = await import('./html.ts')
  return { text: text.filter(Boolean).join('\n\n'), html: htmlOf(shown) }
}
