import { type PortalError, checkFile } from './api.ts'
import { type Child, h } from './dom.ts'
import { oneAtATime } from './one-at-a-time.ts'
import type { Portal } from './view.ts'
import { asSaid } from './words.ts'

interface File {
  readonly href: string
  /** The file's name; true for the name from the service. */
  readonly download: string | true
}

/**
 * Links that save files, and the text that says why one couldn’t be saved. The browser downloads it, but only once the service has
 * said that it’s there: otherwise a page of the browser, or nothing at all, would be what the customer sees.
 */
export function downloads(portal: Portal): {
  readonly link: (file: File, attributes: { readonly class?: string }, ...children: Child[]) => HTMLElement
  readonly problem: HTMLElement
} {
  const problem = h('p', { role: 'alert', class: 'problem' })
  const link = (file: File, attributes: { readonly class?: string }, ...children: Child[]) => {
    const save = oneAtATime(async () => {
      problem.textContent = ''
      element.setAttribute('aria-busy', 'true')
      try {
        await checkFile(file.href)
        h('a', { ...file }).click()
      } catch (error) {
        const { status, message } = error as PortalError
        // The page says that the session has ended.
        if (status === 401) portal.reload()
        else problem.textContent = asSaid(message)
      } finally {
        element.removeAttribute('aria-busy')
      }
    })
    const element = h(
      'a',
      {
        ...attributes,
        ...file,
        click: (event) => {
          event.preventDefault()
          void save()
        },
      },
      ...children,
    )
    return element
  }
  return { link, problem }
}
