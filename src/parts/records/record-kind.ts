import type { DefaultError, UseMutationOptions } from '@tanstack/react-query'
import type { ComponentProps, ComponentType } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'

import type { Attempt, ReadOptions, Save } from '#api/record-queries.ts'
import type { Ability } from '#contract/wire/endpoint.ts'
import type { Address } from '#kit/link.tsx'
import type { RecordForm } from '#kit/record-form.tsx'
import type { RecordEditor, Versioned } from '#kit/use-record-form.ts'
import type { Merge, Versions } from '#lib/merge.ts'

/** The props of a form. */
export interface FormProps<Values extends FieldValues, Read> {
  readonly editor: RecordEditor<Values>
  /** What `RecordForm` says around the inputs. */
  readonly page: Pick<
    ComponentProps<typeof RecordForm>,
    'title' | 'record' | 'saveLabel' | 'isNew' | 'isWide' | 'back'
  >
  /** The record as it was opened; undefined for a new one. */
  readonly start: Read | undefined
}

/** A kind of record as New and Edit show it: how it is read and saved, and the form between the two. */
export interface RecordKind<
  Values extends FieldValues,
  Read,
  Input,
  Saved extends { readonly id: number } = Read & { readonly id: number },
> {
  /** "recurring invoice" */
  readonly noun: string
  /** "recurring invoices" */
  readonly plural: string
  /** Words that don't follow from the noun. */
  readonly newTitle?: string
  readonly editTitle?: string
  readonly listName?: string
  readonly pageName?: string
  /** On the button of a new one: "Schedule meeting". */
  readonly createLabel?: string
  readonly createdText?: (saved: Saved) => string
  readonly savedText?: string
  readonly isWide?: boolean
  /** Whether its form has a line below the title. */
  readonly hasSubtitle?: boolean
  /** Names its drafts in the browser. */
  readonly draft: string
  /** What a person needs to create and change it. */
  readonly ability: Ability
  readonly queries: {
    readonly one: (id: number) => ReadOptions<Read>
    readonly create: () => UseMutationOptions<Saved, DefaultError, Save<Input>>
    readonly update: (id: number) => UseMutationOptions<Saved, DefaultError, Save<Input>>
  }
  readonly valuesOf: (read: Read) => Versioned<Values>
  /** Lists what is wrong, as the path of an input and a message. */
  readonly check: (
    values: Values,
    start: Read | undefined,
  ) => Iterable<readonly [path: string, message: string]>
  /** Call it only without problems. */
  readonly inputOf: (values: Values) => Input
  /** Returns the input that a name of the request belongs to; undefined when the form has no such input. */
  readonly pathOf: (name: string, sent: Values) => string | undefined
  readonly merge: (versions: Versions<Values>) => Merge<Values, FieldPath<Values>>
  /** Returns equal text for values that save the same. */
  readonly fingerprint?: (values: Values) => string
  readonly form: ComponentType<FormProps<Values, Read>>
  readonly list: Address
  /** Where one of them is shown. */
  readonly page: (id: number) => Address
}

/** A kind of record that exists as soon as what it belongs to does, so that it is only changed. */
export type EditedKind<
  Values extends FieldValues,
  Read,
  Input,
  Saved = Read & { readonly id: number },
> = Omit<RecordKind<Values, Read, Input>, 'queries' | 'createdText'> & {
  readonly queries: {
    readonly one: (id: number) => ReadOptions<Read>
    readonly update: (id: number) => UseMutationOptions<Saved, DefaultError, Save<Input>>
  }
}

/** The values of a record that carries its version. */
export const versioned =
  <Values, Read extends { readonly version: number }>(valuesOf: (read: Read) => Values) =>
  (read: Read): Versioned<Values> => ({ values: valuesOf(read), version: `"${read.version}"` })

/** What `useRecordForm` is told alike of a new record and of one that exists. */
export const formOptions = <Values extends FieldValues, Input>({
  fingerprint,
  inputOf,
  pathOf,
}: Pick<RecordKind<Values, never, Input>, 'fingerprint' | 'inputOf' | 'pathOf'>) => ({
  ...(fingerprint && { fingerprint }),
  requestOf: (values: Values, attempt: Attempt): Save<Input> => ({ input: inputOf(values), ...attempt }),
  pathOf: (name: string, sent: Values) => pathOf(name, sent) as FieldPath<Values> | undefined,
})
