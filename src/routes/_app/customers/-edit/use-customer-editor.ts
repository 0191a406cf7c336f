import { useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'

import {
  type NewCustomer,
  customerFingerprint,
  customerForm,
  formOf,
  formPathOf,
} from '#api/customer-form.ts'
import { customers } from '#api/customers.ts'
import { ApiError } from '#api/errors.ts'
import type { CustomFieldConfig } from '#contract/custom-fields.ts'
import type { Customer } from '#contract/customers.ts'
import { focusFirstError } from '#kit/first-error.ts'
import { resolverFrom } from '#kit/form.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'

import { validate } from '../-wizard/rules.ts'
import { type Conflict, type Merge, mergeEdits } from './merge.ts'

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

/** The form of a customer and its submission. What someone else saved first is merged, never overwritten. */
export function useCustomerEditor({ start, fields, onSaved }: Options) {
  const [base, setBase] = useState(() => ({ values: formOf(start.customer), version: start.version }))
  const [merge, setMerge] = useState<Merge & { readonly round: number }>()
  const form = useForm<NewCustomer>({
    defaultValues: base.values,
    resolver: resolverFrom<NewCustomer>((customer) =>
      validate(customer, fields).map(({ path, message }) => [path, message]),
    ),
    shouldFocusError: false,
  })
  const body = useRef<HTMLFormElement>(null)
  const isSaved = useRef(false)
  const attempt = useRef<{ key: string; text: string } | null>(null)
  const { isPending, mutate, error, reset } = useSingleFlightMutation(customers.update(start.customer.id))
  const queryClient = useQueryClient()

  const fingerprint = (values: NewCustomer) => customerFingerprint(values, fields)
  const showErrors = () => requestAnimationFrame(() => focusFirstError(body.current))

  /** Reads what the others made of it, and puts my edits on top. */
  const mergeTheirs = async () => {
    const { id } = start.customer
    const theirs = await queryClient.fetchQuery({ ...customers.toEdit(id), staleTime: 0 })
    const values = formOf(theirs.customer)
    const merged = mergeEdits(base.values, form.getValues(), values, fields)
    setBase({ values, version: theirs.version })
    setMerge((old) => ({ ...merged, round: (old?.round ?? 0) + 1 }))
    form.reset(merged.merged)
    reset()
  }
  const onError = (failure: ApiError) => {
    if (failure.kind === 'changed') return void mergeTheirs().catch(() => undefined)
    for (const [name, message] of Object.entries(failure.fields)) {
      const path = formPathOf(name, fields)
      if (path) form.setError(path, { message })
    }
    showErrors()
  }
  const send = (values: NewCustomer) => {
    const text = `${base.version} ${fingerprint(values)}`
    // The same edit again is the same request: one whose response was lost isn't refused for its own change.
    if (attempt.current?.text !== text) attempt.current = { key: crypto.randomUUID(), text }
    mutate(
      {
        form: customerForm(values, fields),
        key: attempt.current.key,
        version: base.version,
        onProgress: () => undefined,
        signal: new AbortController().signal,
      },
      {
        onSuccess: (customer) => {
          isSaved.current = true
          onSaved(customer)
        },
        onError,
      },
    )
  }
  const save = (event?: SyntheticEvent) => form.handleSubmit(send, showErrors)(event)
  return {
    form,
    body,
    merge,
    save,
    isSaving: isPending,
    error: error?.kind === 'changed' ? null : error,
    hasWork: () => !isSaved.current && fingerprint(form.getValues()) !== fingerprint(base.values),
    choose: ({ path }: Conflict, value: unknown) =>
      form.setValue(path, value as never, { shouldDirty: true, shouldValidate: true }),
  }
}
