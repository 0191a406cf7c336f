import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { FieldValues } from 'react-hook-form'

import { draftName, session } from '#api/session.ts'
import type { Way } from '#kit/back-link.tsx'
import { RecordFormPending } from '#kit/record-form-pending.tsx'
import { prepareToasts, toast } from '#kit/toast.ts'
import { useRecordForm } from '#kit/use-record-form.ts'
import { capitalized } from '#lib/capitalized.ts'

import { type EditedKind, formOptions } from './record-kind.ts'
import { useRefusal } from './refusal.tsx'

prepareToasts()

interface Props<Values extends FieldValues, Read, Input, Saved> {
  kind: EditedKind<Values, Read, Input, Saved>
  id: number
  /** What is shown instead of the form of a record that can't be changed any more. */
  instead?: (read: Read) => ReactNode
}

/** The screen that changes a record. */
export function EditRecord<Values extends FieldValues, Read, Input, Saved>(
  props: Props<Values, Read, Input, Saved>,
) {
  const refusal = useRefusal(props.kind, 'edit')
  return refusal ?? <LoadedForm key={props.id} {...props} />
}

function LoadedForm<Values extends FieldValues, Read, Input, Saved>({
  kind,
  id,
  instead,
}: Props<Values, Read, Input, Saved>) {
  // What is edited is what was read first; later versions are merged when it is saved.
  const [first, setFirst] = useState<Read>()
  const one = useQuery({ staleTime: 0, ...kind.queries.one(id), enabled: first === undefined })
  if (first === undefined && one.data !== undefined && !one.isFetching) setFirst(() => one.data)
  const title = kind.editTitle ?? `Edit ${kind.noun}`
  const back = { label: kind.pageName ?? capitalized(kind.noun), address: kind.page(id) }
  if (first === undefined)
    return (
      <RecordFormPending
        title={title}
        back={back}
        isWide={kind.isWide}
        hasSubtitle={kind.hasSubtitle}
        record={one}
      />
    )
  return instead?.(first) || <EditForm kind={kind} id={id} title={title} back={back} start={first} />
}

function EditForm<Values extends FieldValues, Read, Input, Saved>({
  kind,
  id,
  title,
  back,
  start,
}: Props<Values, Read, Input, Saved> & { title: string; back: Way; start: Read }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { data: current } = useSuspenseQuery(session.current())
  const { noun, isWide, form: Form } = kind
  const [base] = useState(() => kind.valuesOf(start))
  const editor = useRecordForm({
    ...formOptions(kind),
    draftName: draftName(`${kind.draft}:${id}`, current),
    start: base,
    check: (values: Values) => kind.check(values, start),
    mutation: kind.queries.update(id),
    others: {
      latest: async () =>
        kind.valuesOf(await queryClient.fetchQuery({ ...kind.queries.one(id), staleTime: 0 })),
      merge: kind.merge,
    },
    onSaved: () => {
      void navigate({ ...kind.page(id), replace: true })
      void toast.success(kind.savedText ?? `${capitalized(noun)} saved`)
    },
  })
  const page = {
    title,
    record: noun,
    saveLabel: 'Save',
    isNew: false,
    isWide,
    back,
  }
  return <Form editor={editor} page={page} start={start} />
}
