import type { PortalSession } from '#contract/portal/portal.ts'
import { listText } from '#lib/locale.ts'

import { type PortalError, call } from './api.ts'
import { h } from './dom.ts'
import { oneAtATime } from './one-at-a-time.ts'
import type { Portal } from './view.ts'
import { asSaid, say } from './words.ts'

/**
 * Asks for a code that is emailed to where the link went, as anyone may have the link. Calls `onConfirmed` once it was right, or at once
 * where none is needed.
 */
export function confirmed(portal: Portal, onConfirmed: () => void): void {
  if (!portal.session.needs_code) return onConfirmed()
  const status = h('p', { role: 'status' }, say('Sending a code…'))
  const problem = h('p', { id: 'code-problem', role: 'alert', class: 'problem' })
  const code = h('input', {
    id: 'code',
    name: 'code',
    inputmode: 'numeric',
    autocomplete: 'one-time-code',
    maxlength: 6,
    required: true,
    'aria-describedby': 'code-problem',
  })
  const submit = h('button', { type: 'submit', class: 'main' }, say('Confirm'))
  const send = oneAtATime(async () => {
    problem.textContent = ''
    try {
      const { data } = await call<{ data: { sent_to: readonly string[] } }>('/code', {})
      status.textContent = say('We’ve emailed a code to {addresses}.', {
        addresses: listText(data.sent_to, 'and'),
      })
    } catch (error) {
      status.textContent = ''
      problem.textContent = asSaid((error as PortalError).message)
    }
  })
  const check = oneAtATime(async () => {
    problem.textContent = ''
    submit.textContent = say('Checking…')
    try {
      const { data } = await call<{ data: PortalSession }>('/code/check', { code: code.value })
      portal.enter(data)
      dialog.close()
      onConfirmed()
    } catch (error) {
      const { detail, message } = error as PortalError
      submit.textContent = say('Confirm')
      problem.textContent = asSaid(detail ?? message)
      code.select()
    }
  })
  const dialog = h(
    'dialog',
    { 'aria-label': say('Confirm that it’s you'), close: () => dialog.remove() },
    h(
      'form',
      {
        novalidate: true,
        submit: (event) => {
          event.preventDefault()
          void check()
        },
      },
      h('h2', {}, say('Confirm that it’s you')),
      status,
      h('label', { for: 'code' }, say('Code')),
      code,
      problem,
      h(
        'div',
        { class: 'actions' },
        submit,
        h('button', { type: 'button', click: () => dialog.close() }, say('Cancel')),
        h('button', { type: 'button', class: 'quiet', click: () => void send() }, say('Send a new code')),
      ),
    ),
  )
  document.body.append(dialog)
  dialog.showModal()
  code.focus()
  void send()
}
