import { Button, Modal } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'

import { type OneDocument, documents } from '#api/documents.ts'
import { session } from '#api/session.ts'
import { answerWords } from '#contract/documents/answer-words.ts'
import type { Attachment } from '#contract/documents/attachments.ts'
import type { DocumentVersionRow } from '#contract/documents/documents.ts'
import { nextToSign } from '#contract/documents/signing.ts'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import { TextLink } from '#kit/link.tsx'
import { RelativeTime } from '#kit/relative-time.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { Attachments } from '#parts/attachments/attachments.tsx'
import { EmailList } from '#parts/emails/invoice-emails.tsx'
import { useDownloadPdf } from '#parts/invoices/download-pdf.tsx'

import { kindWords } from './document-words.tsx'

import classes from './documents.module.css'

const VersionDiff = lazyWithRetry(async () => (await import('./version-diff.tsx')).VersionDiff)

interface Props {
  document: OneDocument
  /** The version on the screen, if it isn’t the present text. */
  edition: number | undefined
}

interface AsideProps extends Props {
  /** Of what is on the screen. */
  attachments: readonly Attachment[]
  /** Whether this person can change what is on the screen. */
  canEdit: boolean
}

/** Beside the sheet: its files, what became of it, what was sent and said, and its emails. */
export const DocumentAside = ({ document, edition, attachments, canEdit }: AsideProps) => (
  <aside aria-label="About">
    <div style={{ display: 'grid', gap: 16 }}>
      <Related document={document} />
      <Signers document={document} />
      <Attachments
        files={attachments}
        changes={canEdit ? documents.attachments(document.kind, document.id) : undefined}
        hint={`The ${kindWords[document.kind].one} is sent with them.`}
      />
      <Versions document={document} edition={edition} />
      <Emails document={document} />
    </div>
  </aside>
)

function Related({ document: { conversions, proposal } }: Pick<Props, 'document'>) {
  if (proposal)
    return (
      <SectionCard title="Created from">
        <TextLink to="/proposals/$id" params={{ id: String(proposal.id) }}>
          Proposal {proposal.number}
        </TextLink>
      </SectionCard>
    )
  if (conversions.length === 0) return null
  return (
    <SectionCard title="Converted to">
      <ul className={classes.links}>
        {conversions.map(({ target, id, number }) => (
          <li key={`${target}-${id}`}>
            <TextLink
              to={target === 'invoice' ? '/invoices/$id' : '/contracts/$id'}
              params={{ id: String(id) }}
            >
              {target === 'invoice' ? 'Invoice' : 'Contract'} {number}
            </TextLink>
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}

/** Who signs a contract, and whose turn it is. */
function Signers({ document: { signers, status } }: Pick<Props, 'document'>) {
  if (signers.length === 0) return null
  const next = status === 'sent' ? nextToSign(signers) : undefined
  return (
    <SectionCard title="Signers">
      <ol className={classes.signers}>
        {signers.map((signer) => (
          <li key={signer.email}>
            <p>
              <bdi>{signer.name}</bdi>
            </p>
            <p className={classes.dim}>{signer.email}</p>
            {signer.signature && (
              <p>
                Signed <RelativeTime datetime={signer.signature.at} />
              </p>
            )}
            {signer === next && <p>Signs next</p>}
          </li>
        ))}
      </ol>
    </SectionCard>
  )
}

function Versions({ document, edition }: Props) {
  const { kind, id, editions, status } = document
  const { data: versions = [] } = useQuery({ ...documents.versions(kind, id), enabled: editions > 0 })
  const [compared, setCompared] = useState<number>()
  if (versions.length === 0) return null
  return (
    <SectionCard title="Versions" isFlush>
      <ul className={classes.versions}>
        {versions.map((version) => (
          <Version
            key={version.edition}
            document={document}
            version={version}
            // A draft is what comes after the latest version.
            isPresent={status !== 'draft' && version.edition === editions}
            isShown={version.edition === edition}
            onCompare={() => setCompared(version.edition)}
          />
        ))}
      </ul>
      {compared !== undefined && (
        <Modal
          opened
          onClose={() => setCompared(undefined)}
          title={`What changed from version ${compared - 1} to ${compared}`}
          size="xl"
        >
          <Suspense>
            <VersionDiff kind={kind} id={id} edition={compared} />
          </Suspense>
        </Modal>
      )}
    </SectionCard>
  )
}

interface VersionProps {
  document: OneDocument
  version: DocumentVersionRow
  isPresent: boolean
  isShown: boolean
  onCompare: () => void
}

function Version({ document: { kind, id, number }, version, isPresent, isShown, onCompare }: VersionProps) {
  const { edition, sent_at, sent_by, viewed_at, answer, sha256 } = version
  const pdf = useDownloadPdf({ number: `${number}-${edition}`, pdf: documents.pdf(kind, id, edition) })
  return (
    <li>
      <div className={classes.versionHead}>
        <span>Version {edition}</span>
        <span className={classes.dim}>
          <RelativeTime datetime={sent_at} />
        </span>
      </div>
      <span className={classes.dim}>
        Sent by {sent_by}
        {viewed_at !== null && (
          <>
            , opened <RelativeTime datetime={viewed_at} />
          </>
        )}
      </span>
      {answer && (
        <span>
          {answerWords[answer.kind]} <bdi>{answer.name}</bdi>
        </span>
      )}
      {answer && answer.kind !== 'declined' && (
        <span className={classes.hash}>
          <span className={classes.dim}>SHA-256</span> {sha256}
        </span>
      )}
      <div className={classes.versionLinks}>
        {!isPresent && !isShown && (
          <TextLink
            to={kindWords[kind].page}
            params={{ id: String(id) }}
            search={{ edition }}
            size="sm"
            aria-label={`View version ${edition}`}
          >
            View
          </TextLink>
        )}
        {edition > 1 && (
          <Button variant="transparent" size="compact-sm" p={0} onClick={onCompare}>
            Compare with version {edition - 1}
          </Button>
        )}
        <Button
          variant="transparent"
          size="compact-sm"
          p={0}
          loading={pdf.isPending}
          aria-label={`Download the PDF of version ${edition}`}
          onClick={pdf.run}
        >
          PDF
        </Button>
      </div>
    </li>
  )
}

const emailLabels: Readonly<Record<string, string>> = { reminder: 'Reminder', confirmation: 'Confirmation' }

function Emails({ document: { kind, id, editions } }: Pick<Props, 'document'>) {
  const { data: emails = [] } = useQuery({ ...documents.emails(kind, id), enabled: editions > 0 })
  const { data: current } = useSuspenseQuery(session.current())
  if (emails.length === 0) return null
  const canRetry = current.abilities.includes(kindWords[kind].ability)
  return (
    <SectionCard title="Emails" isFlush>
      <EmailList
        emails={emails}
        labelOf={(email) => emailLabels[email.kind] ?? kindWords[kind].One}
        {...(canRetry && { retry: documents.retryEmail(kind) })}
      />
    </SectionCard>
  )
}
