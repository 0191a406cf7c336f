import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import type { FieldPath } from 'react-hook-form'

import { company, usualDefaults } from '#api/company.ts'
import { customers } from '#api/customers.ts'
import { documents } from '#api/documents.ts'
import { emptyDraft } from '#api/invoice-draft.ts'
import { draftName, session } from '#api/session.ts'
import { templates } from '#api/templates.ts'
import type { DocumentKind } from '#contract/documents.ts'
import { ButtonLink } from '#kit/link.tsx'
import { NoAccess } from '#kit/no-access.tsx'
import { NotFound } from '#kit/not-found.tsx'
import { PageHeader } from '#kit/page-header.tsx'
import { toast } from '#kit/toast.ts'
import { useToday } from '#kit/today.ts'
import { useRecordForm } from '#kit/use-record-form.ts'
import { addDays } from '#lib/typed-date.ts'

import { DocumentForm } from './document-form.tsx'
import {
  type DocumentValues,
  checkDocument,
  documentPathOf,
  draftOf,
  emptySection,
  fingerprint,
  inputOf,
} from './document-values.ts'
import { kindWords } from './document-words.tsx'
import { templateTexts } from './template-select.tsx'

interface Props {
  kind: DocumentKind
  /** Whom it is for. */
  customer: number | undefined
}

/** How long a proposal is valid unless somebody says otherwise. */
const validDays = 30

/** Writes a new proposal or contract. */
export function NewDocument({ kind, customer }: Props) {
  const { data: current } = useSuspenseQuery(session.current())
  const words = kindWords[kind]
  const today = useToday()
  const defaults = useQuery({ ...company.defaults(current.features), staleTime: Infinity })
  const chosen = useQuery({ ...customers.one(customer ?? 0), enabled: customer !== undefined })
  const hasTemplates = current.features.includes('templates')
  const list = useQuery({ ...templates.list(kind), enabled: hasTemplates })
  const usual = list.data?.find(({ is_default }) => is_default)
  const template = useQuery({ ...templates.one(usual?.id ?? 0), enabled: usual !== undefined })
  if (!current.features.includes(words.many)) return <NotFound />
  if (!current.abilities.includes(words.ability))
    return <NoAccess title={`You can’t create ${words.many}`} ability={words.ability} />
  const waits =
    defaults.isPending ||
    (customer !== undefined && chosen.isPending) ||
    (hasTemplates && list.isPending) ||
    (usual !== undefined && template.isPending)
  if (waits) return <PageHeader title={`New ${words.one}`} />
  const found = chosen.data
  const draft = {
    ...emptyDraft(defaults.data ?? usualDefaults),
    paymentDays: 0,
    customer: found
      ? { id: found.id, name: `${found.name} ${found.last_name}`.trim(), email: found.email }
      : null,
  }
  const start: DocumentValues = {
    ...(template.data ? templateTexts(template.data) : { title: '', sections: [emptySection()] }),
    draft,
    startsOn: '',
    endsOn: kind === 'proposal' ? addDays(today, validDays) : '',
  }
  return <NewForm kind={kind} start={start} template={template.data?.id} />
}

interface FormProps {
  kind: DocumentKind
  start: DocumentValues
  template: number | undefined
}

function NewForm({ kind, start, template }: FormProps) {
  const navigate = useNavigate()
  const words = kindWords[kind]
  const { data: current } = useSuspenseQuery(session.current())
  const sent = useRef(start)
  const editor = useRecordForm({
    draftName: draftName(draftOf(kind, 'new'), current),
    fingerprint,
    start: { values: start, version: '' },
    check: checkDocument,
    mutation: documents.create(kind),
    requestOf: (values, attempt) => {
      sent.current = values
      return { input: inputOf(values), ...attempt }
    },
    pathOf: (name) => documentPathOf(name, sent.current) as FieldPath<DocumentValues> | undefined,
    onSaved: ({ id }) => {
      void navigate({ to: words.page, params: { id: String(id) }, replace: true })
      void toast.success(`${words.One} created`)
    },
  })
  return (
    <DocumentForm
      kind={kind}
      title={`New ${words.one}`}
      subtitle="It’s a draft until you send it."
      isNew
      template={template}
      editor={editor}
      cancel={
        <ButtonLink to={words.list} variant="subtle" color="gray">
          Cancel
        </ButtonLink>
      }
    />
  )
}
