import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'

import {
  type NewCustomer,
  customerFingerprint,
  customerForm,
  fileValues,
  formOf,
  formPathOf,
} from '#api/customer-form.ts'
import { customerWrites } from '#api/customer-writes.ts'
import { customers } from '#api/customers.ts'
import { draftName, session } from '#api/session.ts'
import type { CustomFieldConfig } from '#contract/customers/custom-fields.ts'
import type { Customer } from '#contract/customers/customers.ts'
import { useRecordForm } from '#kit/use-record-form.ts'
import { validate } from '#parts/customer-inputs/rules.ts'

import { mergeEdits } from './merge.ts'

/** A customer as it was read, and its version. */
export interface Edited {
  readonly customer: Customer
  readonly version: string
}

interface Options {
  start: Edited
  fields: readonly CustomFieldConfig[]
  onSaved: (customer: Customer) => void
}

/** The form of a customer and its submission. */
export function useCustomerEditor({ start, fields, onSaved }: Options) {
  const queryClient = useQueryClient()
  const { id } = start.customer
  const { data: current } = useSuspenseQuery(session.current())
  const asValues = ({ customer, version }: Edited) => ({ values: formOf(customer), version })
  return useRecordForm({
    draftName: draftName(`customer:${id}`, current),
    fileValues,
    start: asValues(start),
    check: (values: NewCustomer) =>
      validate(values, fields).map(({ path, message }) => [path, message] as const),
    fingerprint: (values) => customerFingerprint(values, fields),
    mutation: customerWrites.update(id),
    requestOf: (values, attempt) => ({
      ...attempt,
      form: customerForm(values, fields),
    }),
    pathOf: (name) => formPathOf(name, fields),
    others: {
      latest: async () => asValues(await queryClient.fetchQuery({ ...customers.toEdit(id), staleTime: 0 })),
      merge: ({ base, mine, theirs }) => mergeEdits(base, mine, theirs, fields),
    },
    onSaved,
  })
}
