import type { LinkedDocument, OpenedLink, PortalSession } from '#contract/portal.ts'

import { type PortalError, call } from './api.ts'
import { currentClaim, forgetClaim } from './claim.ts'
import { type Child, h } from './dom.ts'
import { oneAtATime } from './one-at-a-time.ts'

/** A page outside the portal: what happened, and what to do. */
export const plainPage = (title: string, ...children: Child[]) =>
  h('main', { class: 'plain' }, h('h1', { tabindex: -1 }, title), ...children)

/** Nobody is in the portal. */
export const signedOut = () =>
  plainPage(
    'You’re signed out',
    h('p', {}, 'Open the link that you were sent to see your documents. It works once, for 15 minutes.'),
    h('p', {}, 'If it has expired or was already used, open it anyway: its page can email you a new one.'),
  )

const action = 'Open portal'

/**
 * The page of a link. The link is used only by a click: programs that check emails open links, too, and one that was used
 * doesn’t work again.
 */
export function entrance(token: string, onEntered: (session: PortalSession) => void): HTMLElement {
  const problem = h('p', { role: 'alert', class: 'problem' })
  const enter = oneAtATime(async () => {
    problem.textContent = ''
    submit.textContent = 'Opening…'
    try {
      const { data } = await call<{ data: PortalSession }>('/sign-in', { token, claim: currentClaim() })
      forgetClaim()
      onEntered(data)
    } catch (error) {
      const { status, message, detail } = error as PortalError
      submit.textContent = action
      // A link that doesn't work won't work later either. Any other failure may have come after it was used: the claim stays.
      if (status === 422) {
        forgetClaim()
        become(page, brokenLink(detail ?? message, ...renewal('/sign-in/renew', token)))
        return
      }
      problem.textContent = message
      page.querySelector('h1')?.focus()
    }
  })
  const submit = h('button', { type: 'button', class: 'main', click: () => void enter() }, action)
  const page = plainPage(
    'Your documents',
    h('p', {}, 'Open the portal to see what is shared with you.'),
    submit,
    problem,
  )
  return page
}

/** The page of a link to one document, which it opens at once: unlike the other one, the link isn’t used up. */
export function documentEntrance(
  token: string,
  onOpened: (session: PortalSession, document: LinkedDocument) => void,
): HTMLElement {
  const page = plainPage('Opening your document…')
  const open = async () => {
    try {
      const { data } = await call<{ data: OpenedLink }>('/link', { token })
      if (data.session) onOpened(data.session, data.document)
      else become(page, expiredLink(token, data.document.kind))
    } catch (error) {
      const { status, message, detail } = error as PortalError
      if (status === 422) return become(page, brokenLink(detail ?? message))
      const retry = h('button', { type: 'button', class: 'main', click: () => void open() }, 'Try again')
      become(page, plainPage('Something went wrong', h('p', {}, message), retry))
    }
  }
  void open()
  return page
}

/** Shows another page in its place. */
function become(page: HTMLElement, next: HTMLElement): void {
  page.replaceChildren(...next.childNodes)
  page.querySelector('h1')?.focus()
}

const expiredLink = (token: string, kind: string) =>
  plainPage(
    'This link has expired',
    h('p', {}, `The ${kind} is still there. We can email a new link to where this one went.`),
    ...renewal('/link/renew', token),
  )

const brokenLink = (reason: string, ...ways: Child[]) =>
  plainPage('This link doesn’t work', h('p', {}, reason), h('p', {}, 'Your documents are safe.'), ...ways)

/** A button that has a new link emailed, and what became of that. */
function renewal(path: string, token: string): HTMLElement[] {
  const result = h('p', { role: 'status' })
  const renew = oneAtATime(async () => {
    try {
      const { data } = await call<{ data: { sent_to: readonly string[] } }>(path, { token })
      result.textContent = `We’ve emailed a new link to ${data.sent_to.join(' and ')}.`
      button.remove()
    } catch (error) {
      const { message, detail } = error as PortalError
      result.textContent = detail ?? message
    }
  })
  const button = h(
    'button',
    { type: 'button', class: 'main', click: () => void renew() },
    'Email me a new link',
  )
  return [button, result]
}
