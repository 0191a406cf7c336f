import { Button } from '@mantine/core'
import {
  type Icon,
  IconBan,
  IconCheck,
  IconCopyPlus,
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
import { useAttempt } from '#kit/attempt.ts'
import { copyLink } from '#kit/copy-with-toast.ts'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import { ButtonLink } from '#kit/link.tsx'
import { NeedsPermission } from '#kit/needs-permission.tsx'
import { usePageActions } from '#kit/page-actions.ts'
import { useEditKey } from '#kit/page-keys.ts'
import { RecordMenu, RecordMenuItem } from '#kit/record-menu.tsx'
import { prepareToasts, toast } from '#kit/toast.ts'
import { DownloadPdfButton } from '#parts/invoices/download-pdf.tsx'
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

const itemsOf = (kind: OneDocument['kind']): readonly Item[] => {
  const { one, agree } = kindWords[kind]
  return [
    { question: 'send', label: `Send ${one}`, icon: IconSend },
    { question: 'agree', label: `Mark as ${agree.done}`, icon: IconCheck },
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
  const navigate = useNavigate()
  const [question, setQuestion] = useState<DocumentQuestion>()
  const duplicate = useDuplicate(document)
  const copyCustomerLink = useCustomerLink(document)
  const edit = () => void navigate({ to: words.edit, params: { id: String(id) } })
  useEditKey(can.edit ? edit : undefined)

  const offered = itemsOf(kind).filter((item) => can[item.question])
  const made = document.conversions.find(({ target }) => target === 'invoice') ?? document.conversions[0]
  // One of them is the next step, and has a button, unless that was done.
  const first = made ? undefined : nextOf(offered)
  const menu = offered.filter((item) => item !== first)
  const convertFirst = useFirstConversion(document)
  const run = ({ question: of }: Item) => {
    if (!convertFirst(of)) setQuestion(of)
  }
  usePageActions([
    ...(first ? [{ ...first, run: () => run(first) }] : []),
    ...(can.edit ? [{ label: `Edit ${words.one}`, icon: IconPencil, run: edit }] : []),
    ...menu.map((item) => ({ ...item, run: () => run(item) })),
    ...(can.share ? [{ label: 'Copy customer link', icon: IconUserShare, run: copyCustomerLink }] : []),
    ...(can.canManage ? [{ label: `Duplicate ${words.one}`, icon: IconCopyPlus, run: duplicate }] : []),
  ])
  const item = (one: Item) => (
    <RecordMenuItem
      key={one.question}
      icon={one.icon}
      isDestructive={one.isDestructive ?? false}
      onClick={() => run(one)}
    >
      {one.label}
    </RecordMenuItem>
  )
  return (
    <>
      {first && (
        <Button size="sm" leftSection={<first.icon size={16} aria-hidden />} onClick={() => run(first)}>
          {buttonLabels[first.question] ?? first.label}
        </Button>
      )}
      {made && <MadeLink made={made} />}
      {can.edit && (
        <ButtonLink
          to={words.edit}
          params={{ id: String(id) }}
          size="sm"
          variant="default"
          leftSection={<IconPencil size={16} aria-hidden />}
          aria-keyshortcuts="e"
        >
          Edit
        </ButtonLink>
      )}
      <DownloadPdfButton number={number} pdf={documents.pdf(kind, id)} size="sm" />
      <Button
        size="sm"
        variant="default"
        leftSection={<IconPrinter size={16} aria-hidden />}
        onClick={() => print()}
      >
        Print
      </Button>
      <RecordMenu width={210}>
        {menu.filter(({ isDestructive }) => !isDestructive).map(item)}
        {can.canManage && (
          <RecordMenuItem icon={IconCopyPlus} onClick={duplicate}>
            Duplicate
          </RecordMenuItem>
        )}
        <RecordMenuItem
          icon={IconLink}
          onClick={() => void copyLink(new URL(`${words.list}/${id}`, location.href).href)}
        >
          Copy link
        </RecordMenuItem>
        {can.share && (
          <RecordMenuItem icon={IconUserShare} onClick={copyCustomerLink}>
            Copy customer link
          </RecordMenuItem>
        )}
        {menu.filter(({ isDestructive }) => isDestructive).map(item)}
      </RecordMenu>
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
const MadeLink = ({ made }: { made: OneDocument['conversions'][number] }) => (
  <ButtonLink
    to={made.target === 'invoice' ? '/invoices/$id' : '/contracts/$id'}
    params={{ id: String(made.id) }}
    size="sm"
  >
    View {made.target}
  </ButtonLink>
)

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
    if (isFirst)
      conversions[of].convert(false, (message) => {
        void toast({ id: 'conversion', color: 'red', title: `Couldn’t create the ${of}`, message })
      })
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
        onError: ({ message }) =>
          void toast({ id: 'duplicate', color: 'red', title: `Couldn’t duplicate the ${one}`, message }),
      },
    )
}
