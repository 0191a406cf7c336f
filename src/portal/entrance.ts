import type { LinkedDocument, OpenedLink, PortalSession } from '#contract/portal/portal.ts'
import { listText } from '#lib/locale.ts'

import { type PortalError, call } from './api.ts'
import { currentClaim, forgetClaim } from './claim.ts'
import { type Child, h } from './dom.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { asSaid, say } from './words.ts'

/** A page outside the portal: what happened, and what to do. */
export const plainPage = (title: string, ...children: Child[]) =>
  h('main', { class: 'plain' }, h('h1', { tabindex: -1 }, title), ...children)

/** Nobody is in the portal. */
export const signedOut = () =>
  plainPage(
    say('You’re signed out'),
    h('p', {}, say('Open the link that you were sent to see your documents. It works once, for 15 minutes.')),
    h(
      'p',
      {},
      say('If it has expired or was already used, open it anyway: its page can email you a new one.'),
    ),
  )

/**
 * The page of a link. The link is used only by a click: programs that check emails open links, too, and one that was used
 * doesn’t work again.
 */
export function entrance(token: string, onEntered: (session: PortalSession) => void): HTMLElement {
  const problem = h('p', { role: 'alert', class: 'problem' })
  const enter = oneAtATime(async () => {
    problem.textContent = ''
    submit.textContent = say('Opening…')
    try {
      const { data } = await call<{ data: PortalSession }>('/sign-in', { token, claim: currentClaim() })
      forgetClaim()
      onEntered(data)
    } catch (error) {
      const { status, message, detail } = error as PortalError
      submit.textContent = say('Open portal')
      // A link that doesn't work won't work later either. Any other failure may have come after it was used: the claim stays.
      if (status === 422) {
        forgetClaim()
        become(
          page,
          brokenLink(asSaid(detail ?? message), documentsAreSafe(), ...renewal('/sign-in/renew', token)),
        )
        return
      }
      problem.textContent = asSaid(message)
      page.querySelector('h1')?.focus()
    }
  })
  const submit = h('button', { type: 'button', class: 'main', click: () => void enter() }, say('Open portal'))
  const page = plainPage(
    say('Your documents'),
    h('p', {}, say('Open the portal to see what is shared with you.')),
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
  const page = plainPage(say('Opening your document…'))
  const open = async () => {
    try {
      const { data } = await call<{ data: OpenedLink }>('/link', { token })
      if (data.session) onOpened(data.session, data.document)
      else become(page, expiredLink(token))
    } catch (error) {
      become(
        page,
        linkProblem(error as PortalError, () => void open(), documentsAreSafe()),
      )
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

const expiredLink = (token: string) =>
  plainPage(
    say('This link has expired'),
    h('p', {}, say('Your document is still there. We can email a new link to where this one went.')),
    ...renewal('/link/renew', token),
  )

const brokenLink = (reason: string, ...more: Child[]) =>
  plainPage(say('This link doesn’t work'), h('p', {}, reason), ...more)

/** The page of a link that doesn’t work, or didn’t this time. */
export const linkProblem = (
  { status, message, detail }: PortalError,
  retry: () => void,
  ...more: Child[]
): HTMLElement =>
  status === 422 ? brokenLink(asSaid(detail ?? message), ...more) : retryPage(asSaid(message), retry)

const documentsAreSafe = () => h('p', {}, say('Your documents are safe.'))

/** The page for what may work the next time. */
export const retryPage = (problem: string, retry: () => void) =>
  plainPage(
    say('Something went wrong'),
    h('p', {}, problem),
    h('button', { type: 'button', class: 'main', click: retry }, say('Try again')),
  )

/** A button that has a new link emailed, and what became of that. */
function renewal(path: string, token: string): HTMLElement[] {
  const result = h('p', { role: 'status' })
  const renew = oneAtATime(async () => {
    try {
      const { data } = await call<{ data: { sent_to: readonly string[] } }>(path, { token })
      result.textContent = say('We’ve emailed a new link to {addresses}.', {
        addresses: listText(data.sent_to, 'and'),
      })
      button.remove()
    } catch (error) {
      const { message, detail } = error as PortalError
      result.textContent = asSaid(detail ?? message)
    }
  })
  const button = h(
    'button',
    { type: 'button', class: 'main', click: () => void renew() },
    say('Email me a new link'),
  )
  return [button, result]
}
