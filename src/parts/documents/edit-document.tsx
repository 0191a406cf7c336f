import type { OneDocument } from '#api/documents.ts'
import type { DocumentKind } from '#contract/documents/documents.ts'
import { EmptyState } from '#kit/empty-state.tsx'
import { ButtonLink } from '#kit/link.tsx'
import { EditRecord } from '#parts/records/edit-record.tsx'

import { documentStatusWord } from './document-badge.tsx'
import { documentKinds } from './document-kinds.tsx'
import { kindIcons, kindWords } from './document-words.tsx'

interface Props {
  kind: DocumentKind
  id: number
}

/** Changes a draft. What was sent is revised first. */
export const EditDocument = ({ kind, id }: Props) => (
  <EditRecord kind={documentKinds[kind]} id={id} instead={insteadOf} />
)

const insteadOf = (document: OneDocument) => document.status !== 'draft' && <NotADraft document={document} />

function NotADraft({ document: { kind, id, number, status } }: { document: OneDocument }) {
  const words = kindWords[kind]
  return (
    <EmptyState
      icon={kindIcons[kind]}
      title={`${words.One} ${number} can’t be edited`}
      isPage
      action={
        <ButtonLink to={words.page} params={{ id: String(id) }} variant="default">
          Open {words.one}
        </ButtonLink>
      }
    >
      Its status is “{documentStatusWord(status)}”, and what was sent doesn’t change.
    </EmptyState>
  )
}
