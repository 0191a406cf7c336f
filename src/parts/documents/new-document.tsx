import type { DocumentKind } from '#contract/documents/documents.ts'
import { useToday } from '#kit/today.ts'
import { useBlankDraft } from '#parts/lines/blank-draft.ts'
import { NewRecord } from '#parts/records/new-record.tsx'

import { documentKinds } from './document-kinds.tsx'
import { emptySection } from './document-values.ts'
import { lastDayOf, templateContent } from './template-content.ts'
import { useUsualTemplate } from './template-select.tsx'

interface Props {
  kind: DocumentKind
  /** Whom it is for. */
  customer: number | undefined
}

/** Writes a new proposal or contract. */
export function NewDocument({ kind, customer }: Props) {
  const today = useToday()
  const draft = useBlankDraft(customer)
  const { template, isPending } = useUsualTemplate(kind)
  const start = draft &&
    !isPending && {
      ...(template
        ? templateContent(template, { ...draft, paymentDays: 0 })
        : { template: '', title: '', sections: [emptySection()], draft: { ...draft, paymentDays: 0 } }),
      startsOn: '',
      endsOn: lastDayOf(kind, today, template),
      signers: [],
    }
  return <NewRecord kind={documentKinds[kind]} start={start || undefined} />
}
