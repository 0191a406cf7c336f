import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { FieldValues } from 'react-hook-form'

import { draftName, session } from '#api/session.ts'
import type { Way } from '#kit/back-link.tsx'
import type { Address } from '#kit/link.tsx'
import { RecordFormPending } from '#kit/record-form-pending.tsx'
import { prepareToasts, toast } from '#kit/toast.ts'
import { useRecordForm } from '#kit/use-record-form.ts'
import { capitalized } from '#lib/capitalized.ts'

import { type RecordKind, formOptions } from './record-kind.ts'
import { useRefusal } from './refusal.tsx'

prepareToasts()

interface Props<Values extends FieldValues, Read, Input, Saved extends { readonly id: number }> {
  kind: RecordKind<Values, Read, Input, Saved>
  /** What the form starts with; undefined until that has been read. */
  start: Values | undefined
  /** What that is read from, if it can fail. */
  source?: Parameters<typeof RecordFormPending>[0]['record']
  /** What the new record starts from, such as a customer: each has a draft of its own. */
  from?: number | string | undefined
  title?: string | undefined
  /** What it will belong to; the list unless given. */
  back?: Way | undefined
  /** Where saving leads; to the record's page unless given. */
  next?: Address | undefined
}

/** The screen that creates a record. */
export function NewRecord<Values extends FieldValues, Read, Input, Saved extends { readonly id: number }>(
  props: Props<Values, Read, Input, Saved>,
) {
  const { kind, start, source, title = kind.newTitle ?? `New ${kind.noun}` } = props
  const { back = { label: kind.listName ?? capitalized(kind.plural), address: kind.list } } = props
  const refusal = useRefusal(kind, 'create')
  if (refusal) return refusal
  if (start === undefined)
    return <RecordFormPending title={title} back={back} isWide={kind.isWide} record={source} />
  return <NewForm {...props} title={title} back={back} start={start} />
}

function NewForm<Values extends FieldValues, Read, Input, Saved extends { readonly id: number }>({
  kind,
  start,
  from,
  title,
  back,
  next,
}: Props<Values, Read, Input, Saved> & { title: string; start: Values }) {
  const navigate = useNavigate()
  const { data: current } = useSuspenseQuery(session.current())
  const { noun, isWide, form: Form } = kind
  const editor = useRecordForm({
    ...formOptions(kind),
    draftName: draftName(`${kind.draft}:new${from === undefined ? '' : `:${from}`}`, current),
    start: { values: start, version: '' },
    check: (values: Values) => kind.check(values, undefined),
    mutation: kind.queries.create(),
    onSaved: (saved) => {
      void navigate({ ...(next ?? kind.page(saved.id)), replace: true })
      void toast.success(kind.createdText?.(saved) ?? `${capitalized(noun)} created`)
    },
  })
  const page = {
    title,
    record: noun,
    saveLabel: kind.createLabel ?? `Create ${noun}`,
    isNew: true,
    isWide,
    back,
  }
  return <Form editor={editor} page={page} start={undefined} />
}
