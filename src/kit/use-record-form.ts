import type { DefaultError, UseMutationOptions } from '@tanstack/react-query'
import { type RefObject, type SyntheticEvent, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'

import type { Conflict, Merge, Versions } from '#lib/merge.ts'

import { focusFirstError } from './first-error.ts'
import { resolverFrom } from './form.tsx'
import { useSingleFlightMutation } from './single-flight-mutation.ts'

/** What a form shows of a record, and the version it was read in. */
export interface Versioned<Values> {
  readonly values: Values
  readonly version: string
}

/** How one save is sent. */
export interface Attempt {
  /** The same for every attempt at the same save, so that one whose response was lost isn't done twice. */
  readonly key: string
  readonly version: string
}

interface Options<Values extends FieldValues, Request, Saved> {
  /** The version is empty for a record that doesn't exist yet. */
  start: Versioned<Values>
  /** Lists what is wrong, as the path of an input and a message. */
  check: (values: Values) => Iterable<readonly [path: string, message: string]>
  /** Returns equal text for values that save the same. */
  fingerprint?: (values: Values) => string
  mutation: UseMutationOptions<Saved, DefaultError, Request>
  requestOf: (values: Values, attempt: Attempt) => Request
  /** Returns the input that a name of the request belongs to; undefined when the form has no such input. */
  pathOf: (name: string) => FieldPath<Values> | undefined
  /** Reads the record again, and merges; for a record that others may change meanwhile. */
  others?: {
    readonly latest: () => Promise<Versioned<Values>>
    readonly merge: (versions: Versions<Values>) => Merge<Values, FieldPath<Values>>
  }
  onSaved: (saved: Saved) => void
}

/** The state of the form, as `RecordForm` shows it. */
export interface RecordEditor<Values extends FieldValues> {
  readonly form: UseFormReturn<Values>
  readonly body: RefObject<HTMLFormElement | null>
  /** The result of merging, once someone else has saved the record first. */
  readonly merge: (Merge<Values, FieldPath<Values>> & { readonly round: number }) | undefined
  readonly save: (event?: SyntheticEvent) => Promise<void>
  readonly isSaving: boolean
  readonly error: DefaultError | null
  /** Names of the request whose error an input shows. */
  readonly known: readonly string[]
  readonly hasWork: () => boolean
  readonly choose: (conflict: Conflict<FieldPath<Values>>, value: unknown) => void
}

/**
 * The form of a record and its submission, for a new record and for one that exists. What someone else saved first is
 * merged, never overwritten.
 */
export function useRecordForm<Values extends FieldValues, Request, Saved>({
  start,
  check,
  fingerprint = JSON.stringify,
  mutation,
  requestOf,
  pathOf,
  others,
  onSaved,
}: Options<Values, Request, Saved>): RecordEditor<Values> {
  const [base, setBase] = useState(start)
  const [merge, setMerge] = useState<RecordEditor<Values>['merge']>()
  const form = useForm<Values>({
    defaultValues: base.values as DefaultValues<Values>,
    resolver: resolverFrom<Values>(check),
    shouldFocusError: false,
  })
  const body = useRef<HTMLFormElement>(null)
  const isSaved = useRef(false)
  const attempt = useRef<{ key: string; text: string } | null>(null)
  const { isPending, mutate, error, reset } = useSingleFlightMutation(mutation)

  const showErrors = () => requestAnimationFrame(() => focusFirstError(body.current))

  /** Reads the latest version and merges my edits into it. */
  const mergeTheirs = async ({ latest, merge: mergeAll }: NonNullable<typeof others>) => {
    const theirs = await latest()
    const merged = mergeAll({ base: base.values, mine: form.getValues(), theirs: theirs.values })
    setBase(theirs)
    setMerge((old) => ({ ...merged, round: (old?.round ?? 0) + 1 }))
    form.reset(merged.merged)
    reset()
  }
  const onError = (failure: DefaultError) => {
    if (failure.kind === 'changed' && others) return void mergeTheirs(others).catch(() => undefined)
    for (const [name, message] of Object.entries(failure.fields)) {
      const path = pathOf(name)
      if (path) form.setError(path, { message })
    }
    showErrors()
  }
  const send = (values: Values) => {
    const text = `${base.version} ${fingerprint(values)}`
    // The same edit again is the same request: one whose response was lost isn't refused for its own change.
    if (attempt.current?.text !== text) attempt.current = { key: crypto.randomUUID(), text }
    mutate(requestOf(values, { key: attempt.current.key, version: base.version }), {
      onSuccess: (saved) => {
        isSaved.current = true
        onSaved(saved)
      },
      onError,
    })
  }
  const shown = error?.kind === 'changed' ? null : error
  return {
    form,
    body,
    merge,
    save: (event?: SyntheticEvent) => form.handleSubmit(send, showErrors)(event),
    isSaving: isPending,
    error: shown,
    known: Object.keys(shown?.fields ?? {}).filter((name) => pathOf(name) !== undefined),
    hasWork: () => !isSaved.current && fingerprint(form.getValues()) !== fingerprint(base.values),
    choose: ({ path }, value) =>
      form.setValue(path, value as never, { shouldDirty: true, shouldValidate: true }),
  }
}
