import { Checkbox, Stack, Text, TextInput, Textarea } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'

import { type OneDocument, documents } from '#api/documents.ts'
import { session } from '#api/session.ts'
import { answerWords } from '#contract/documents/answer-words.ts'
import { type ConversionTarget, longestDocument } from '#contract/documents/documents.ts'
import { isFollowed, nextToSign } from '#contract/documents/signing.ts'
import { useAttempt } from '#kit/attempt.ts'
import { ConfirmDialog } from '#kit/confirm-dialog.tsx'
import { FormDialog } from '#kit/form-dialog.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'
import { money } from '#lib/money.ts'
import { EmailDialog } from '#parts/emails/email-dialog.tsx'
import { EmailOnSend, useEmailOnSend } from '#parts/emails/email-on-send.tsx'
import { EmailPending, type EmailTemplates, useEmailTemplates } from '#parts/emails/email-templates.tsx'
import { LastReminderOf } from '#parts/emails/last-reminder.tsx'

import { documentEmail, documentReminder } from './document-email.ts'
import { kindWords, titleOf } from './document-words.tsx'
import { useConversion } from './use-conversion.ts'

/** Dialogs of actions that ask first. */
export type DocumentQuestion =
  | 'send'
  | 'email'
  | 'remind'
  | 'agree'
  | 'decline'
  | 'countersign'
  | 'revise'
  | 'end'
  | 'delete'
  | ConversionTarget

interface Props {
  document: OneDocument
  onClose: () => void
}

/** The dialog of a question. */
export function DocumentDialog({ question, ...props }: Props & { question: DocumentQuestion }) {
  switch (question) {
    case 'send':
      return <SendDialog {...props} />
    case 'email':
      return <EmailAgain {...props} />
    case 'remind':
      return <RemindDialog {...props} />
    case 'agree':
    case 'decline':
      return <AnswerDialog {...props} isAgreed={question === 'agree'} />
    case 'revise':
      return <ReviseDialog {...props} />
    case 'countersign':
      return <CountersignDialog {...props} />
    case 'end':
      return <EndDialog {...props} />
    case 'delete':
      return <DeleteDialog {...props} />
    case 'invoice':
    case 'contract':
      return <ConvertDialog {...props} target={question} />
  }
}

/** The version that was read first: a later one is refused, and can be looked at. */
const useReadVersion = ({ version }: OneDocument) => useState(`"${version}"`)[0]

const useTemplatesOf = ({ kind, id, look }: OneDocument, email: 'email' | 'reminder') =>
  useEmailTemplates(`${kind}_${email}`, { [`${kind}_id`]: id }, look)

function SendDialog(props: Props) {
  const { kind } = props.document
  const templates = useTemplatesOf(props.document, 'email')
  if (!templates) return <EmailPending title={`Send this ${kindWords[kind].one}?`} onClose={props.onClose} />
  return <SendForm {...props} templates={templates} />
}

function SendForm({ document, templates, onClose }: Props & { templates: EmailTemplates }) {
  const { kind, id, customer_name, editions } = document
  const { one, One } = kindWords[kind]
  const emailing = useEmailOnSend((current) => documentEmail(document, current), templates)
  const { canEmail, isEmailed } = emailing
  const request = useAttempt(documents.send(kind, id))
  const version = useReadVersion(document)
  const send = () => {
    const email = emailing.read()
    if (email === undefined) return
    request.mutate(
      { version, ...(email && { email }) },
      {
        onSuccess: ({ number }) => {
          onClose()
          void toast.success(
            isEmailed ? `${One} ${number} sent, email queued` : `${One} ${number} marked as sent`,
          )
        },
      },
    )
  }
  return (
    <FormDialog
      title={`Send this ${one}?`}
      action={isEmailed ? 'Send and email' : `Send ${one}`}
      size={canEmail ? 'lg' : 'md'}
      request={request}
      onSubmit={send}
      onClose={onClose}
    >
      <Text size="sm">
        {editions === 0
          ? `The ${one} for `
          : `This becomes version ${editions + 1} of ${document.number} for `}
        <bdi>{customer_name}</bdi>
        {editions === 0 && ' gets its number'}. Once sent, it can only be changed by revising it.
        {!canEmail && ' Email isn’t set up: download the PDF and send it yourself.'}
      </Text>
      <EmailOnSend email={emailing} noun={one} hasPlaceholder={editions === 0} linked={document} />
    </FormDialog>
  )
}

function EmailAgain({ document, onClose }: Props) {
  const { data: current } = useSuspenseQuery(session.current())
  const { kind, id } = document
  const { one } = kindWords[kind]
  const templates = useTemplatesOf(document, 'email')
  if (!templates) return <EmailPending title={`Email this ${one}`} onClose={onClose} />
  return (
    <EmailDialog
      words={{ title: `Email this ${one}`, button: 'Send email', done: 'Email queued' }}
      noun={one}
      start={documentEmail(document, current)}
      templates={templates}
      linked={document}
      mutation={documents.email(kind, id)}
      onClose={onClose}
    />
  )
}

function RemindDialog({ document, onClose }: Props) {
  const { data: current } = useSuspenseQuery(session.current())
  const { kind, id } = document
  const { data: emails } = useQuery(documents.emails(kind, id))
  const templates = useTemplatesOf(document, 'reminder')
  if (!templates) return <EmailPending title="Send a reminder" onClose={onClose} />
  return (
    <EmailDialog
      words={{ title: 'Send a reminder', button: 'Send reminder', done: 'Reminder queued' }}
      noun={kindWords[kind].one}
      start={documentReminder(document, current)}
      templates={templates}
      linked={document}
      mutation={documents.email(kind, id, 'reminder')}
      onClose={onClose}
    >
      {emails && (
        <Text size="sm" c="dimmed">
          <LastReminderOf emails={emails} />
        </Text>
      )}
    </EmailDialog>
  )
}

function AnswerDialog({ document, isAgreed, onClose }: Props & { isAgreed: boolean }) {
  const { kind, id, customer_name, signers } = document
  const { one, One, agree } = kindWords[kind]
  const signer = nextToSign(signers)
  const [name, setName] = useState(signer?.name ?? customer_name)
  const [note, setNote] = useState('')
  const [chosen, setChosen] = useState<number[]>([])
  const [problem, setProblem] = useState<string>()
  const isOneOfSeveral = isAgreed && isFollowed(signers)
  const request = useAttempt(documents.answer(kind, id, isAgreed))
  const version = useReadVersion(document)
  const done = isAgreed ? agree.done : 'declined'
  const label = isAgreed ? answerWords[kind === 'contract' ? 'signed' : 'accepted'] : answerWords.declined
  const save = () => {
    if (name.trim() === '') return setProblem('Enter a name')
    setProblem(undefined)
    const answer = { name: name.trim(), note: note.trim(), ...(isAgreed && { chosen }) }
    request.mutate(
      { version, answer },
      {
        onSuccess: () => {
          onClose()
          void toast.success(`${One} ${isOneOfSeveral ? `signed by ${name.trim()}` : `marked as ${done}`}`)
        },
      },
    )
  }
  return (
    <FormDialog
      title={isOneOfSeveral ? `Record the signature of ${signer?.name}?` : `Mark this ${one} as ${done}?`}
      action={isOneOfSeveral ? 'Record signature' : `Mark as ${done}`}
      isDestructive={!isAgreed}
      request={request}
      known={['name', 'note', 'chosen']}
      onSubmit={save}
      onClose={onClose}
    >
      <Text size="sm">
        Record what the customer told you, such as by phone or on paper. It’s kept with this version, under
        your name.
        {isOneOfSeveral && ' The next signer is asked by email.'}
        {isAgreed && ' This can’t be undone.'}
      </Text>
      <TextInput
        label={label}
        dir="auto"
        autoComplete="off"
        data-autofocus
        maxLength={longestDocument.name}
        value={name}
        error={problem ?? request.error?.fields?.['name']}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      {isAgreed && (
        <OptionInputs
          document={document}
          chosen={chosen}
          error={request.error?.fields?.['chosen']}
          onChosen={setChosen}
        />
      )}
      <Textarea
        label="Note"
        description="How you know: a call, a letter, a signed copy"
        dir="auto"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={longestDocument.note}
        value={note}
        error={request.error?.fields?.['note']}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </FormDialog>
  )
}

/** What the customer wants of the optional lines; nothing where there are none. */
function OptionInputs({
  document: { line_items, currency },
  chosen,
  error,
  onChosen,
}: {
  document: OneDocument
  /** Indexes of lines. */
  chosen: readonly number[]
  error: string | undefined
  onChosen: (chosen: number[]) => void
}) {
  const options = line_items.flatMap((line, index) => (line.is_optional ? [{ ...line, index }] : []))
  if (options.length === 0) return null
  return (
    <Checkbox.Group
      label="Chosen options"
      value={chosen.map(String)}
      error={error}
      onChange={(values) => onChosen(values.map(Number))}
    >
      <Stack gap="xs" mt={6}>
        {options.map(({ index, description, total }) => (
          <Checkbox
            key={index}
            value={String(index)}
            label={
              <>
                <bdi>{description}</bdi>, {money(total, currency)}
              </>
            }
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

function ReviseDialog({ document, onClose }: Props) {
  const { kind, id, number, status } = document
  const { one, edit } = kindWords[kind]
  const navigate = useNavigate()
  const request = useAttempt(documents.revise(kind, id))
  const version = useReadVersion(document)
  const revise = () =>
    request.mutate({ version }, { onSuccess: () => void navigate({ to: edit, params: { id: String(id) } }) })
  return (
    <FormDialog
      title={`Revise ${one} ${number}?`}
      action={`Revise ${one}`}
      request={request}
      onSubmit={revise}
      onClose={onClose}
    >
      <Text size="sm">
        It becomes a draft again under the same number, for a new version.
        {(status === 'sent' || status === 'viewed') &&
          ` What was sent is withdrawn and can’t be ${kindWords[kind].agree.done} anymore.`}{' '}
        Earlier versions are kept.
      </Text>
    </FormDialog>
  )
}

function CountersignDialog({ document, onClose }: Props) {
  const { id, number, answer, customer_name, signers } = document
  const { data: current } = useSuspenseQuery(session.current())
  const canEmail = current.features.email
  const [name, setName] = useState(current.user.name)
  const [isNotified, setNotified] = useState(canEmail)
  const [problem, setProblem] = useState<string>()
  const request = useAttempt(documents.countersign(id))
  const version = useReadVersion(document)
  const sign = () => {
    if (name.trim() === '') return setProblem('Enter your name')
    setProblem(undefined)
    request.mutate(
      { version, name: name.trim(), notify: isNotified },
      {
        onSuccess: () => {
          onClose()
          void toast.success(isNotified ? 'Contract countersigned, email queued' : 'Contract countersigned')
        },
      },
    )
  }
  return (
    <FormDialog
      title={`Countersign contract ${number}?`}
      action="Countersign"
      request={request}
      known={['name']}
      onSubmit={sign}
      onClose={onClose}
    >
      <Text size="sm">
        You sign for {current.account.name} what <bdi>{answer?.name ?? customer_name}</bdi> has signed. Your
        name and the time are kept with it, and shown on the PDF. This can’t be undone.
      </Text>
      <TextInput
        label="Type your full name as your signature"
        dir="auto"
        autoComplete="name"
        data-autofocus
        maxLength={longestDocument.name}
        value={name}
        error={problem ?? request.error?.fields?.['name']}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      {canEmail && (
        <Checkbox
          label={`Email the signed contract to ${signers.length > 0 ? 'the signers' : 'the customer'}`}
          checked={isNotified}
          onChange={({ currentTarget }) => setNotified(currentTarget.checked)}
        />
      )}
    </FormDialog>
  )
}

function EndDialog({ document, onClose }: Props) {
  const request = useAttempt(documents.end(document.id))
  const version = useReadVersion(document)
  const end = () =>
    request.mutate(
      { version },
      {
        onSuccess: () => {
          onClose()
          void toast.success('Contract ended')
        },
      },
    )
  return (
    <ConfirmDialog
      title={`End contract ${document.number}?`}
      action="End contract"
      request={request}
      onConfirm={end}
      onClose={onClose}
    >
      It ends today. What was signed is kept. This can’t be undone.
    </ConfirmDialog>
  )
}

function DeleteDialog({ document, onClose }: Props) {
  const { kind, id } = document
  const navigate = useNavigate()
  const request = useSingleFlightMutation(documents.remove(kind, id))
  const version = useReadVersion(document)
  const finish = () => {
    void navigate({ to: kindWords[kind].list })
    void toast.success('Draft deleted')
  }
  const remove = () =>
    request.mutate(version, {
      onSuccess: finish,
      // Gone already, or deleted by a request whose response was lost.
      onError: (error) => error.kind === 'absent' && finish(),
    })
  return (
    <ConfirmDialog
      title="Delete this draft?"
      action="Delete draft"
      request={request}
      {...(request.error?.kind === 'absent' && { problem: null })}
      onConfirm={remove}
      onClose={onClose}
    >
      “{titleOf(document)}” for <bdi>{document.customer_name}</bdi> will be deleted. This can’t be undone.
    </ConfirmDialog>
  )
}

/** Before another draft of the same kind is made. */
function ConvertDialog({ document, target, onClose }: Props & { target: ConversionTarget }) {
  const { convert, ...request } = useConversion(document, target)
  return (
    <FormDialog
      title={`Create another ${target} from proposal ${document.number}?`}
      action={`Create another ${target}`}
      request={request}
      onSubmit={() => convert(true)}
      onClose={onClose}
    >
      <Text size="sm">
        {target === 'invoice' ? 'An invoice' : 'A contract'} was already created from this proposal.
      </Text>
    </FormDialog>
  )
}
