import type { LinkedDocument, PortalSession } from '#contract/portal/portal.ts'

import '@fontsource-variable/inter/index.css'
import '../kit/tokens.css'
import './portal.css'
import { type PortalError, call } from './api.ts'
import { forgetClaim } from './claim.ts'
import { creditNote } from './credit-note.ts'
import { h } from './dom.ts'
import { documentEntrance, entrance, plainPage, retryPage, signedOut } from './entrance.ts'
import { home } from './home.ts'
import { openInvitation } from './invitation.ts'
import { invoice } from './invoice.ts'
import { meeting } from './meeting.ts'
import { paper } from './paper.ts'
import { subscription } from './subscription.ts'
import type { Portal } from './view.ts'
import { asSaid, say, speak, speechOf } from './words.ts'

/** The customer portal: a few pages that are drawn anew whenever something is opened. */
const root = document.getElementById('portal') as HTMLElement
let session: PortalSession | undefined
/** Counts what was opened, so that a slow answer doesn’t replace a page that was opened later. */
let opened = 0

const routes: readonly (readonly [RegExp, (portal: Portal, id: string) => Promise<HTMLElement>])[] = [
  [/^\/portal\/?$/, home],
  [/^\/portal\/invoices\/(\d+)$/, invoice],
  [/^\/portal\/credit-notes\/(\d+)$/, creditNote],
  [/^\/portal\/subscriptions\/(\d+)$/, subscription],
  [/^\/portal\/proposals\/(\d+)$/, (portal, id) => paper(portal, 'proposal', id)],
  [/^\/portal\/contracts\/(\d+)$/, (portal, id) => paper(portal, 'contract', id)],
  [/^\/portal\/meetings\/(\d+)$/, meeting],
]

const portalOf = (known: PortalSession): Portal => ({
  get session() {
    return session ?? known
  },
  enter(next) {
    session = next
  },
  open(path) {
    history.pushState(null, '', path)
    void show()
  },
  reload: () => void show(),
})

const frameOf = (known: PortalSession | undefined): Frame | undefined =>
  known && { business: known.business, session: known }

/** Draws the page of the address. */
async function show(): Promise<void> {
  opened += 1
  const mine = opened
  try {
    session ??= (await call<{ data: PortalSession }>('/session')).data
    speak(session)
    const portal = portalOf(session)
    // Who came with a link to one document has no other page.
    if (session.document && location.pathname === '/portal')
      history.replaceState(null, '', pathOf(session.document))
    const found = routes.flatMap(([pattern, page]) => {
      const match = pattern.exec(location.pathname)
      return match ? [{ page, id: match[1] ?? '' }] : []
    })[0]
    const page = found ? await found.page(portal, found.id) : notFound(portal)
    if (mine === opened) draw(page, frameOf(session))
  } catch (error) {
    if (mine === opened) draw(problemPage(error as PortalError), frameOf(session))
  }
}

function problemPage({ status, message }: PortalError): HTMLElement {
  if (status === 401) {
    session = undefined
    return signedOut()
  }
  if (session && (status === 404 || status === 403)) return notFound(portalOf(session))
  return retryPage(asSaid(message), () => void show())
}

const pathOf = ({ kind, id }: LinkedDocument) => `/portal/${kind}s/${id}`

const notFound = (portal: Portal) =>
  plainPage(
    say('Not found'),
    h('p', {}, say('This isn’t shared with you, or was withdrawn.')),
    h(
      'button',
      { type: 'button', class: 'main', click: () => portal.open('/portal') },
      say(portal.session.document ? 'Your document' : 'All documents'),
    ),
  )

/** What surrounds a page. Someone who answers an invitation has no session. */
type Frame = Pick<PortalSession, 'business'> & { readonly session?: PortalSession }

/** Puts the page into the frame, and the focus on its heading. */
function draw(page: HTMLElement, known: Frame | undefined): void {
  const heading = page.querySelector('h1')
  document.title = [heading?.textContent, known?.business.name ?? say('Customer portal')].join(' · ')
  root.replaceChildren(...(known ? [bar(known), page, ...foot(known)] : [page]))
  scrollTo(0, 0)
  heading?.focus()
}

function bar({ business: { name, logo }, session: own }: Frame): HTMLElement {
  return h(
    'header',
    { class: 'bar' },
    own?.viewed_by != null &&
      h(
        'p',
        { class: 'viewing', role: 'status' },
        `You see the portal as ${own.customer.name}. You can’t answer or change anything, and nothing counts as viewed.`,
      ),
    h(
      'div',
      { class: 'business' },
      logo && h('img', { src: logo.path, alt: '', width: logo.width, height: logo.height }),
      h('strong', { dir: 'auto' }, name),
      own && h('button', { type: 'button', class: 'quiet', click: () => void leave() }, say('Sign out')),
    ),
  )
}

/** Whom to ask, if the business says so. */
function foot({ business: { contact } }: Frame): HTMLElement[] {
  const ways = [
    contact.name,
    contact.phone && h('a', { href: `tel:${contact.phone.replaceAll(/[^+\d]/g, '')}` }, contact.phone),
    contact.email && h('a', { href: `mailto:${contact.email}` }, contact.email),
  ].filter(Boolean)
  if (ways.length === 0) return []
  return [
    h('footer', { class: 'foot' }, h('strong', {}, say('Contact')), ...ways.map((way) => h('bdi', {}, way))),
  ]
}

async function leave(): Promise<void> {
  await call('/sign-out', {}).catch(() => undefined)
  session = undefined
  history.replaceState(null, '', '/portal')
  void show()
}

/** Begins with the link of the address, if there is one, or where the customer was. */
function begin(): void {
  const [, kind, token] = /^#(token|link|invitation)=(.+)$/.exec(location.hash) ?? []
  if (token === undefined) {
    forgetClaim()
    void show()
    return
  }
  opened += 1
  if (kind === 'invitation') {
    const mine = opened
    draw(plainPage(say('Opening your invitation…')), undefined)
    void openInvitation(token, (page, invitation) => {
      if (mine === opened) draw(page, invitation)
    })
    return
  }
  // The link is no place to come back to.
  const enter = (path: string) => (entered: PortalSession) => {
    session = entered
    history.replaceState(null, '', path)
    void show()
  }
  draw(
    kind === 'token'
      ? entrance(token, enter('/portal'))
      : documentEntrance(token, (entered, document) => enter(pathOf(document))(entered)),
    undefined,
  )
}

addEventListener('popstate', () => void show())
addEventListener('hashchange', begin)
// Until the service has said who the customer is.
speak(speechOf(navigator.languages))
begin()
