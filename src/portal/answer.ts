import { nextToSign } from '#contract/documents/signing.ts'
import type { PortalDocument } from '#contract/portal/portal.ts'
import { money } from '#lib/money.ts'

import { PortalError, call } from './api.ts'
import { h } from './dom.ts'
import { oneAtATime } from './one-at-a-time.ts'
import type { Agreed } from './options.ts'
import type { Portal } from './view.ts'
import { asSaid, say } from './words.ts'

/** The questions before an answer is sent. */
const questions = {
  'proposal agree': { title: 'Accept this proposal?', action: 'Accept proposal', end: 'accept' },
  'proposal decline': { title: 'Decline this proposal?', action: 'Decline proposal', end: 'decline' },
  'contract agree': { title: 'Sign this contract?', action: 'Sign contract', end: 'sign' },
  'contract decline': { title: 'Decline this contract?', action: 'Decline contract', end: 'decline' },
} as const

/** Asks for the name, and sends the answer to the version that is shown. */
export function answer(
  portal: Portal,
  noun: 'proposal' | 'contract',
  { id, sha256, number, title: documentTitle, total_amount, currency, signers, chosen }: Agreed,
  kind: 'agree' | 'decline',
): void {
  const { title, action, end } = questions[`${noun} ${kind}`]
  const isSigning = noun === 'contract' && kind === 'agree'
  const name = h('input', {
    id: 'answer-name',
    name: 'name',
    autocomplete: 'name',
    maxlength: 200,
    required: true,
    'aria-describedby': 'answer-problem',
    // The person who signs types it.
    value: isSigning ? '' : (nextToSign(signers)?.name ?? portal.session.customer.name),
  })
  const note = h('textarea', { id: 'answer-note', name: 'note', rows: 3, maxlength: 1000 })
  const problem = h('p', { id: 'answer-problem', role: 'alert', class: 'problem' })
  const cancel = h('button', { type: 'button', click: () => dialog.close() }, say('Cancel'))
  const submit = h('button', { type: 'submit', class: 'main' }, say(action))
  const send = oneAtATime(async () => {
    if (name.value.trim() === '') {
      problem.textContent = say('Enter your name')
      name.setAttribute('aria-invalid', 'true')
      name.focus()
      return
    }
    problem.textContent = ''
    submit.textContent = say('Sending…')
    try {
      await call(`/${noun}s/${id}/${end}`, { name: name.value, note: note.value, chosen, sha256 })
      dialog.close()
      portal.reload()
    } catch (error) {
      const failure = error as PortalError
      if (await isAnswered(`/${noun}s/${id}`, failure)) {
        dialog.close()
        portal.reload()
        return
      }
      submit.textContent = say(action)
      problem.textContent = textOf(failure)
    }
  })
  const dialog = h(
    'dialog',
    { 'aria-label': say(title), close: () => dialog.remove() },
    h(
      'form',
      {
        novalidate: true,
        submit: (event) => {
          event.preventDefault()
          void send()
        },
      },
      h('h2', {}, say(title)),
      h('p', {}, h('strong', {}, documentTitle), total_amount !== 0 && ` · ${money(total_amount, currency)}`),
      h(
        'p',
        {},
        isSigning
          ? say(
              'By signing you agree to {number} as it is shown. Your name, the time, your network address and the fingerprint of the text are kept as evidence, and shown on the PDF:',
              { number },
            )
          : say(
              'Your answer to {number} is sent to {business} with your name, the time and your network address.',
              { number, business: portal.session.business.name },
            ),
      ),
      isSigning && h('p', {}, h('code', {}, sha256)),
      h(
        'label',
        { for: 'answer-name' },
        say(isSigning ? 'Type your full name as your signature' : 'Your name'),
      ),
      name,
      h('label', { for: 'answer-note' }, say('Note (optional)')),
      note,
      problem,
      h('div', { class: 'actions' }, submit, cancel),
    ),
  )
  document.body.append(dialog)
  dialog.showModal()
  name.focus()
}

/** Whether there is an answer after all: that a response was lost doesn’t mean that the request was. */
async function isAnswered(path: string, { status }: PortalError): Promise<boolean> {
  const isCertain = status >= 400 && status < 500 && status !== 409
  if (isCertain) return false
  const now = await call<{ data: PortalDocument }>(path).catch(() => undefined)
  // Of several signers, the others still have to.
  return now !== undefined && !now.data.is_open
}

function textOf({ status, message, detail }: PortalError): string {
  if (status === 412)
    return say('A newer version was sent in the meantime. Close this, reload the page and read it again.')
  if (status === 409) return say('This can’t be answered any more. Reload the page to see what happened.')
  return asSaid(detail ?? message)
}
