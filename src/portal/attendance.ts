import type { MeetingAnswer, MeetingAnswerInput, MeetingAnswered } from '#contract/meetings/answers.ts'
import type { CustomerText } from '#contract/translations/translations.ts'

import type { PortalError } from './api.ts'
import { h } from './dom.ts'
import { meetingProblem } from './meeting-problem.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { say } from './words.ts'

const answers: Readonly<
  Record<MeetingAnswer, { readonly label: CustomerText; readonly sent: CustomerText }>
> = {
  accepted: { label: 'Yes', sent: '{business} knows that you’ll attend.' },
  tentative: { label: 'Maybe', sent: '{business} knows that you may attend.' },
  declined: { label: 'No', sent: '{business} knows that you won’t attend.' },
}

/** Asks whether somebody attends, which they can answer as often as they like. */
export function attendance(
  { answer, note }: MeetingAnswered,
  business: string,
  send: (input: MeetingAnswerInput) => Promise<unknown>,
): HTMLElement {
  const sentText = (one: MeetingAnswer) => say(answers[one].sent, { business })
  const status = h('p', { role: 'status' }, answer && sentText(answer))
  const problem = h('p', { id: 'attendance-problem', role: 'alert', class: 'problem' })
  const choices = (Object.keys(answers) as MeetingAnswer[]).map((value) =>
    h('input', {
      type: 'radio',
      name: 'answer',
      value,
      checked: value === answer,
      'aria-describedby': problem.id,
    }),
  )
  const text = h('textarea', { id: 'attendance-note', name: 'note', rows: 2, maxlength: 500 }, note)
  const submit = h('button', { type: 'submit', class: 'main' }, say('Send answer'))
  const submitted = oneAtATime(async () => {
    const chosen = choices.find(({ checked }) => checked)
    if (!chosen) {
      problem.textContent = say('Choose an answer')
      choices[0]?.focus()
      return
    }
    const value = chosen.value as MeetingAnswer
    problem.textContent = ''
    status.textContent = ''
    submit.textContent = say('Sending…')
    try {
      await send({ answer: value, note: text.value })
      status.textContent = sentText(value)
    } catch (error) {
      problem.textContent = meetingProblem(error as PortalError)
    }
    submit.textContent = say('Send answer')
  })
  return h(
    'form',
    {
      class: 'card attendance',
      novalidate: true,
      submit: (event) => {
        event.preventDefault()
        void submitted()
      },
    },
    h(
      'fieldset',
      {},
      h('legend', {}, say('Will you attend?')),
      h(
        'div',
        { class: 'times' },
        ...choices.map((input) => h('label', {}, input, say(answers[input.value as MeetingAnswer].label))),
      ),
    ),
    h('label', { for: text.id }, say('Note (optional)')),
    text,
    problem,
    h('div', { class: 'actions' }, submit, status),
  )
}
