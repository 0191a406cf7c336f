import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { FieldPath } from 'react-hook-form'

import { type OneDocument, documents } from '#api/documents.ts'
import { draftName, session } from '#api/session.ts'
import type { DocumentKind } from '#contract/documents.ts'
import { EmptyState } from '#kit/empty-state.tsx'
import { ButtonLink } from '#kit/link.tsx'
import { NoAccess } from '#kit/no-access.tsx'
import { NotFound } from '#kit/not-found.tsx'
import { RecordFormPending } from '#kit/record-form-pending.tsx'
import { toast } from '#kit/toast.ts'
import { useRecordForm } from '#kit/use-record-form.ts'

import { documentStatusWord } from './document-badge.tsx'
import { DocumentForm } from './document-form.tsx'
import { mergeDocuments } from './document-merge.ts'
import {
  type DocumentValues,
  checkDocument,
  documentPathOf,
  draftOf,
  fingerprint,
  inputOf,
  valuesOf,
} from './document-values.ts'
import { kindIcons, kindWords } from './document-words.tsx'

interface Props {
  kind: DocumentKind
  id: number
}

/** Changes a draft. What was sent is revised first. */
export function EditDocument({ kind, id }: Props) {
  const { data: current } = useSuspenseQuery(session.current())
  const words = kindWords[kind]
  // What is edited is what was read first; later versions are merged when it is saved.
  const [first, setFirst] = useState<OneDocument>()
  const one = useQuery({ ...documents.one(kind, id), staleTime: 0, enabled: first === undefined })
  if (!first && one.data && !one.isFetching) setFirst(one.data)
  if (!current.features.includes(words.many)) return <NotFound />
  if (!current.abilities.includes(words.ability))
    return <NoAccess title={`You can’t edit ${words.many}`} ability={words.ability} />
  if (!first) return <RecordFormPending title={`Edit ${words.one}`} isWide record={one} />
  return first.status === 'draft' ? <EditForm start={first} /> : <NotADraft document={first} />
}

const asValues = (document: OneDocument) => ({
  values: valuesOf(document),
  version: `"${document.version}"`,
})

function EditForm({ start }: { start: OneDocument }) {
  const { kind, id } = start
  const words = kindWords[kind]
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [base] = useState(() => asValues(start))
  const { data: current } = useSuspenseQuery(session.current())
  const sent = useRef(base.values)
  const editor = useRecordForm({
    draftName: draftName(draftOf(kind, id), current),
    fingerprint,
    start: base,
    check: checkDocument,
    mutation: documents.update(kind, id),
    requestOf: (values, attempt) => {
      sent.current = values
      return { input: inputOf(values), ...attempt }
    },
    pathOf: (name) => documentPathOf(name, sent.current) as FieldPath<DocumentValues> | undefined,
    others: {
      latest: async () =>
        asValues(await queryClient.fetchQuery({ ...documents.one(kind, id), staleTime: 0 })),
      merge: mergeDocuments,
    },
    onSaved: (saved) => {
      // What is done next on its page names this version.
      queryClient.setQueryData(documents.one(kind, id).queryKey, saved)
      void navigate({ to: words.page, params: { id: String(id) }, replace: true })
      void toast.success(`${words.One} saved`)
    },
  })
  return (
    <DocumentForm
      kind={kind}
      title={`Edit ${words.one}`}
      subtitle={
        start.editions > 0 ? 'What was sent stays as it is; sending this makes a new version.' : undefined
      }
      isNew={false}
      editor={editor}
      cancel={
        <ButtonLink to={words.page} params={{ id: String(id) }} variant="subtle" color="gray">
          Cancel
        </ButtonLink>
      }
    />
  )
}

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
