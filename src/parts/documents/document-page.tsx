import { Alert } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'

import { documents } from '#api/documents.ts'
import { session } from '#api/session.ts'
import type { DocumentKind } from '#contract/documents/documents.ts'
import { AbsentRecord } from '#kit/absent-record.tsx'
import { BackLink } from '#kit/back-link.tsx'
import { TextLink } from '#kit/link.tsx'
import { Money } from '#kit/money.tsx'
import { NotFound } from '#kit/not-found.tsx'
import { PageHeader } from '#kit/page-header.tsx'
import { type Failure, Problem } from '#kit/problem.tsx'
import { RecordHead } from '#kit/record-head.tsx'
import { dayTextOf } from '#lib/calendar.ts'

import { DocumentActions } from './document-actions.tsx'
import { DocumentAside } from './document-aside.tsx'
import { DocumentBadge } from './document-badge.tsx'
import { DocumentSheet } from './document-sheet.tsx'
import { kindIcons, kindWords, lastDayText, titleOf } from './document-words.tsx'

import page from '#parts/invoices/invoice-page.module.css'
import classes from './documents.module.css'

interface Props {
  kind: DocumentKind
  id: number
  /** A version that was sent, instead of the present text. */
  edition: number | undefined
}

/** One proposal or contract: the sheet, and what happened to it beside it. */
export function DocumentPage(props: Props) {
  const { data: current } = useSuspenseQuery(session.current())
  return current.features.records ? <Page {...props} /> : <NotFound />
}

function Page({ kind, id, edition }: Props) {
  const words = kindWords[kind]
  const { data: current } = useSuspenseQuery(session.current())
  const { data: document, error, refetch } = useQuery(documents.one(kind, id))
  const { data: version } = useQuery({
    ...documents.version(kind, id, edition ?? 0),
    enabled: edition !== undefined,
  })
  if (!document) return error && <DocumentProblem kind={kind} error={error} retry={() => void refetch()} />
  const lastDay = lastDayText(document)
  return (
    <div className={page.page}>
      <RecordHead hasLineAbove className={page.head}>
        <PageHeader
          back={<BackLink to={words.list}>{words.Many}</BackLink>}
          title={titleOf(document)}
          subtitle={
            <span className={classes.subtitle}>
              <DocumentBadge status={document.status} />
              <span>
                {words.One} {document.number}
              </span>
              {document.total_amount !== 0 && (
                <Money amount={document.total_amount} currency={document.currency} />
              )}
              {lastDay !== '' && (
                <span>
                  {words.lastDay} {lastDay}
                </span>
              )}
            </span>
          }
          actions={<DocumentActions document={document} session={current} />}
        />
      </RecordHead>
      <div className={page.columns}>
        <div className={page.desk}>
          {version && (
            <Alert icon={<IconHistory size={18} aria-hidden />} title={`Version ${version.edition}`}>
              This is what was sent on {dayTextOf(version.sent_at)}.{' '}
              <TextLink to={words.page} params={{ id: String(id) }} search={{}} c="inherit" td="underline">
                Back to the current text
              </TextLink>
            </Alert>
          )}
          <DocumentSheet document={document} version={version} />
        </div>
        <div className={page.side}>
          <DocumentAside
            document={document}
            edition={version?.edition}
            attachments={(version ?? document).attachments}
            canEdit={!version && document.status === 'draft' && current.abilities.includes(words.ability)}
          />
        </div>
      </div>
    </div>
  )
}

interface ProblemProps {
  kind: DocumentKind
  error: Failure
  retry: () => void
}

/** In place of a document that can’t be shown. */
function DocumentProblem({ kind, error, retry }: ProblemProps) {
  const words = kindWords[kind]
  if (error.kind !== 'absent') return <Problem error={error} retry={retry} isPage />
  return (
    <AbsentRecord
      icon={kindIcons[kind]}
      title={`${words.One} not found`}
      back={{ to: words.list, label: `Back to ${words.many}` }}
      reason="It may have been deleted, or it belongs to another account."
    />
  )
}
