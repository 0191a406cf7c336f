import type { DefaultError, UseMutationOptions } from '@tanstack/react-query'
import { type RefObject, type SyntheticEvent, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'

import { type DraftStore, openDraft } from '#lib/drafts.ts'
import type { Conflict, Merge, Versions } from '#lib/merge.ts'

import { useAttemptKey } from './attempt.ts'
import { useDraftAutosave } from './draft/autosave.ts'
import { useOfferedDraft } from './draft/offer.ts'
import { submitForm, useErrorFocus } from './error-focus.ts'
import { resolverFrom } from './form.tsx'
import { focusUnchosen } from './search-select.tsx'
import { useSingleFlightMutation } from './single-flight-mutation.ts'

/** The values a form shows of a record, and the version they were read in. */
export interface Versioned<Values> {
  readonly values: Values
  readonly version: string
}

/** The part of a form that is stored as text: its values without files, and those it was opened with. */
interface DraftText<Values> {
  readonly base: Versioned<Values>
  readonly values: Partial<Values>
}

interface Options<Values extends FieldValues, Request, Saved> {
  /** Names the draft in this browser: the record, the person and the account. */
  draftName: string
  /** The values that hold files, which are stored apart. */
  fileValues?: readonly (keyof Values & string)[]
  /** The version is empty for a record that doesn't exist yet. */
  start: Versioned<Values>
  /** Lists what is wrong, as the path of an input and a message. */
  check: (values: Values) => Iterable<readonly [path: string, message: string]>
  /** Returns equal text for values that save the same. */
  fingerprint?: (values: Values) => string
  mutation: UseMutationOptions<Saved, DefaultError, Request>
  requestOf: (values: Values, attempt: { readonly key: string; readonly version: string }) => Request
  /** Returns the input that a name of the request belongs to; undefined when the form has no such input. `sent` is what was sent. */
  pathOf: (name: string, sent: Values) => FieldPath<Values> | undefined
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
  readonly draft: {
    /** When the offered draft was saved, in milliseconds since 1970; undefined where there is none. */
    readonly savedAt: number | undefined
    readonly resume: () => void
    readonly discard: () => void
    /** Whether closing the page now would lose something that can't be saved. */
    readonly hasUnsavableChanges: () => boolean
    readonly saveNow: () => Promise<void>
    /** Deletes the draft and saves nothing more. */
    readonly close: () => Promise<void>
  }
  readonly choose: (conflict: Conflict<FieldPath<Values>>, value: unknown) => void
}

/**
 * The form of a record, its draft and its submission, for a new record and for one that exists. What someone else saved
 * first is merged, never overwritten.
 */
export function useRecordForm<Values extends FieldValues, Request, Saved>({
  draftName,
  fileValues = [],
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
  const focusError = useErrorFocus(body)
  const isSaved = useRef(false)
  const [known, setKnown] = useState<readonly string[]>([])
  const { keyOf } = useAttemptKey()
  const { isPending, mutate, error, reset } = useSingleFlightMutation(mutation)

  const hasWork = () => !isSaved.current && fingerprint(form.getValues()) !== fingerprint(base.values)
  const draft = useRecordDraft({ draftName, fileValues, form, base, hasWork, fingerprint })

  /** Reads the latest version and merges my edits into it. */
  const mergeTheirs = async ({ latest, merge: mergeAll }: NonNullable<typeof others>) => {
    const theirs = await latest()
    setBase(theirs)
    showMerged(mergeAll({ base: base.values, mine: form.getValues(), theirs: theirs.values }))
  }
  const showMerged = (merged: Merge<Values, FieldPath<Values>>) => {
    setMerge((old) => ({ ...merged, round: (old?.round ?? 0) + 1 }))
    form.reset(merged.merged)
    reset()
  }
  const resume = () => {
    const found = draft.resume()
    if (!found) return
    const { base: then, values } = found.text
    const before = withNewValues(then.values, base.values)
    const mine = { ...before, ...values, ...found.files }
    // The record may have changed since.
    if (others && then.version !== base.version)
      showMerged(others.merge({ base: before, mine, theirs: base.values }))
    else form.reset(mine)
  }
  const onError = (failure: DefaultError, values: Values) => {
    if (failure.kind === 'changed' && others) return void mergeTheirs(others).catch(() => undefined)
    const placed = Object.entries(failure.fields).flatMap(([name, message]) => {
      const path = pathOf(name, values)
      return path === undefined ? [] : [{ name, path, message }]
    })
    for (const { path, message } of placed) form.setError(path, { message })
    setKnown(placed.map(({ name }) => name))
    focusError()
  }
  const send = (values: Values) => {
    // The same edit again is the same request: one whose response was lost isn't refused for its own change.
    const key = keyOf(`${base.version} ${fingerprint(values)}`)
    mutate(requestOf(values, { key, version: base.version }), {
      onSuccess: (saved) => {
        isSaved.current = true
        void draft.close()
        onSaved(saved)
      },
      onError: (failure) => onError(failure, values),
    })
  }
  const shown = error?.kind === 'changed' ? null : error
  return {
    form,
    body,
    merge,
    save: (event?: SyntheticEvent) =>
      submitForm(form, (values) => focusUnchosen(body.current) || send(values), focusError, event),
    isSaving: isPending,
    error: shown,
    known,
    hasWork,
    draft: { ...draft, resume },
    choose: ({ path }, value) =>
      form.setValue(path, value as never, { shouldDirty: true, shouldValidate: true }),
  }
}

/** Returns the values of a kept draft with those that its form got since, in the order of the form. */
const withNewValues = <Values extends FieldValues>(kept: Values, now: Values): Values => ({ ...now, ...kept })

interface DraftOptions<Values extends FieldValues> {
  draftName: string
  fileValues: readonly (keyof Values & string)[]
  form: UseFormReturn<Values>
  base: Versioned<Values>
  hasWork: () => boolean
  fingerprint: (values: Values) => string
}

/** Keeps the input in this browser until it is saved or discarded, and offers it when the form is opened again. */
function useRecordDraft<Values extends FieldValues>({
  draftName,
  fileValues,
  form,
  base,
  hasWork,
  fingerprint,
}: DraftOptions<Values>) {
  const offer = useOfferedDraft({
    of: draftName,
    open: (wants): DraftStore<DraftText<Values>, Partial<Values>> => openDraft(draftName, wants),
    isWorthOffering: ({ text, files }) =>
      fingerprint({ ...withNewValues(text.base.values, base.values), ...text.values, ...files }) !==
      fingerprint(base.values),
  })
  const { isFailing: _, ...autosave } = useDraftAutosave({
    store: offer.store,
    form,
    contents: () => {
      if (!hasWork()) return undefined
      const values = form.getValues()
      const isFile = (key: string) => fileValues.some((name) => name === key)
      const part = (of: (key: string) => boolean) =>
        Object.fromEntries(Object.entries(values).filter(([key]) => of(key))) as Partial<Values>
      return { text: { base, values: part((key) => !isFile(key)) }, files: part(isFile) }
    },
    isFile: (path) => fileValues.some((name) => path.startsWith(name)),
  })
  return { ...autosave, savedAt: offer.draft?.savedAt, resume: offer.resume, discard: offer.discard }
}
