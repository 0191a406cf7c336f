import {
  type Icon,
  IconBan,
  IconCheck,
  IconCopyPlus,
  IconDownload,
  IconSignature,
  IconFileInvoice,
  IconFlag,
  IconLink,
  IconMail,
  IconMailForward,
  IconPencil,
  IconPrinter,
  IconRefresh,
  IconSend,
  IconTrash,
  IconUserShare,
  IconWritingSign,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'

import { type OneDocument, documents } from '#api/documents.ts'
import type { Session } from '#contract/access/session.ts'
import { contractAllows } from '#contract/documents/contract-states.ts'
import { proposalAllows } from '#contract/documents/proposal-states.ts'
import { isFollowed } from '#contract/documents/signing.ts'
import { useAttempt } from '#kit/attempt.ts'
import { copyLink } from '#kit/copy-with-toast.ts'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import { NeedsPermission } from '#kit/needs-permission.tsx'
import { type RecordAction, RecordActions } from '#kit/record-actions.tsx'
import { prepareToasts, toast } from '#kit/toast.ts'
import { useDownloadPdf } from '#parts/invoices/download-pdf.tsx'
import { mayWriteInvoices } from '#parts/invoices/invoice-permission.ts'

import { useCustomerLink } from './customer-link.ts'
import type { DocumentQuestion } from './document-dialogs.tsx'
import { kindWords } from './document-words.tsx'
import { useConversion } from './use-conversion.ts'

prepareToasts()

const DocumentDialog = lazyWithRetry(async () => (await import('./document-dialogs.tsx')).DocumentDialog)

interface Props {
  document: OneDocument
  session: Session
}

/** Actions on a document that are possible now, for this person. */
function permissionsOf({ kind, status, editions, answer }: OneDocument, session: Session) {
  const { abilities, features } = session
  const canManage = abilities.includes(kindWords[kind].ability)
  const allows = (action: 'send' | 'edit' | 'delete' | 'decline' | 'revise' | 'email' | 'remind') =>
    canManage && (kind === 'proposal' ? proposalAllows(status, action) : contractAllows(status, action))
  const canConvert = canManage && kind === 'proposal' && proposalAllows(status, 'convert')
  return {
    canManage,
    send: allows('send'),
    edit: allows('edit'),
    // Its number is used, and what was sent is kept.
    delete: allows('delete') && editions === 0,
    agree:
      canManage && (kind === 'proposal' ? proposalAllows(status, 'accept') : contractAllows(status, 'sign')),
    decline: allows('decline'),
    revise: allows('revise'),
    countersign:
      canManage &&
      kind === 'contract' &&
      contractAllows(status, 'countersign') &&
      answer?.countersignature === null,
    end: canManage && kind === 'contract' && contractAllows(status, 'end'),
    email: allows('email') && features.email,
    share: status !== 'draft' && features.records && abilities.includes('customers.manage'),
    remind: allows('remind') && features.email,
    invoice: canConvert && mayWriteInvoices(session),
    contract: canConvert && abilities.includes('contracts.manage'),
  }
}

interface Item {
  readonly question: DocumentQuestion
  /** Verb first, as the palette says it. */
  readonly label: string
  readonly icon: Icon
  readonly isDestructive?: boolean
}

const itemsOf = ({ kind, signers }: OneDocument): readonly Item[] => {
  const { one, agree } = kindWords[kind]
  return [
    { question: 'send', label: `Send ${one}`, icon: IconSend },
    {
      question: 'agree',
      label: isFollowed(signers) ? 'Record signature' : `Mark as ${agree.done}`,
      icon: IconCheck,
    },
    { question: 'countersign', label: 'Countersign contract', icon: IconWritingSign },
    { question: 'invoice', label: 'Create invoice', icon: IconFileInvoice },
    { question: 'contract', label: 'Create contract', icon: IconSignature },
    { question: 'remind', label: 'Send reminder', icon: IconMailForward },
    { question: 'email', label: 'Email again', icon: IconMail },
    { question: 'revise', label: `Revise ${one}`, icon: IconRefresh },
    { question: 'end', label: 'End contract', icon: IconFlag, isDestructive: true },
    { question: 'decline', label: 'Mark as declined', icon: IconBan, isDestructive: true },
    { question: 'delete', label: 'Delete draft', icon: IconTrash, isDestructive: true },
  ]
}

/** The actions of a proposal or contract; all of them in the palette as well. */
export function DocumentActions({ document, session }: Props) {
  const { kind, id, number } = document
  const words = kindWords[kind]
  const can = permissionsOf(document, session)
  const [question, setQuestion] = useState<DocumentQuestion>()
  const duplicate = useDuplicate(document)
  const copyCustomerLink = useCustomerLink(document)
  const pdf = useDownloadPdf({ number, pdf: documents.pdf(kind, id) })
  const offered = itemsOf(document).filter((item) => can[item.question])
  const made = document.conversions.find(({ target }) => target === 'invoice') ?? document.conversions[0]
  // One of them is the next step, and has a button, unless that was done.
  const first = made ? undefined : nextOf(offered)
  const convertFirst = useFirstConversion(document)
  const actionOf = (item: Item): RecordAction => ({
    ...item,
    ...(item === first && { word: buttonLabels[item.question] ?? item.label, button: 'filled' }),
    run: () => {
      if (!convertFirst(item.question)) setQuestion(item.question)
    },
  })
  return (
    <>
      <RecordActions
        actions={[
          ...offered.filter((item) => item === first).map(actionOf),
          made !== undefined && madeOf(made),
          can.edit && {
            label: `Edit ${words.one}`,
            word: 'Edit',
            icon: IconPencil,
            run: { to: words.edit, params: { id: String(id) } },
            button: 'default',
            keys: 'e',
          },
          { label: 'Download PDF', icon: IconDownload, ...pdf, button: 'default' },
          {
            label: `Print ${words.one}`,
            word: 'Print',
            icon: IconPrinter,
            run: () => print(),
            button: 'default',
          },
          ...offered.filter((item) => item !== first && !item.isDestructive).map(actionOf),
          can.canManage && {
            label: `Duplicate ${words.one}`,
            word: 'Duplicate',
            icon: IconCopyPlus,
            run: duplicate,
          },
          {
            label: 'Copy link',
            icon: IconLink,
            run: () => void copyLink(new URL(`${words.list}/${id}`, location.href).href),
            only: 'page',
          },
          can.share && { label: 'Copy customer link', icon: IconUserShare, run: copyCustomerLink },
          ...offered.filter((item) => item !== first && item.isDestructive).map(actionOf),
        ]}
      />
      {!can.canManage && <NeedsPermission ability={words.ability} to={`change ${words.many}`} />}
      {question && (
        <Suspense>
          <DocumentDialog document={document} question={question} onClose={() => setQuestion(undefined)} />
        </Suspense>
      )}
    </>
  )
}

/** Leads to the invoice or contract that was made of it. */
const madeOf = ({ target, id }: OneDocument['conversions'][number]): RecordAction => ({
  label: `View ${target}`,
  icon: target === 'invoice' ? IconFileInvoice : IconSignature,
  run: { to: target === 'invoice' ? '/invoices/$id' : '/contracts/$id', params: { id: String(id) } },
  button: 'filled',
})

/** Shorter than in the palette: the page says what kind it is. */
const buttonLabels: Readonly<Partial<Record<DocumentQuestion, string>>> = {
  send: 'Send',
  countersign: 'Countersign',
}

/** What comes next, the most likely first. */
const primary: readonly DocumentQuestion[] = ['send', 'countersign', 'invoice', 'contract', 'remind', 'agree']

const nextOf = (offered: readonly Item[]): Item | undefined =>
  primary.flatMap((step) => offered.filter(({ question }) => question === step))[0]

/** Returns what makes the first invoice or contract of a document at once; false for anything else, which is a question. */
function useFirstConversion(document: OneDocument): (question: DocumentQuestion) => boolean {
  const conversions = {
    invoice: useConversion(document, 'invoice'),
    contract: useConversion(document, 'contract'),
  }
  return (of) => {
    const isFirst =
      (of === 'invoice' || of === 'contract') && !document.conversions.some(({ target }) => target === of)
    if (isFirst) conversions[of].convert(false, toast.failed('conversion', `Couldn’t create the ${of}`))
    return isFirst
  }
}

/** Returns what makes a draft like that document and opens it. */
function useDuplicate({ kind, id }: OneDocument): () => void {
  const { one, edit } = kindWords[kind]
  const navigate = useNavigate()
  const { mutate } = useAttempt(documents.duplicate(kind, id))
  return () =>
    mutate(
      {},
      {
        onSuccess: (made) => void navigate({ to: edit, params: { id: String(made) } }),
        onError: toast.failed('duplicate', `Couldn’t duplicate the ${one}`),
      },
    )
}
