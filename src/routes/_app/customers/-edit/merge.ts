import { type FormPath, type NewCustomer, fieldKey, isText } from '#api/customer-form.ts'
import { type CustomFieldConfig, type StoredFile, fieldType } from '#contract/custom-fields.ts'
import { businessKeys } from '#contract/customers.ts'
import { actions } from '#contract/permissions.ts'
import { listText } from '#lib/locale.ts'

import { businessTitle } from '../-business-title.ts'

/** A value that two people changed in different ways. */
export interface Conflict {
  readonly path: FormPath
  readonly label: string
  readonly mine: Choice
  readonly theirs: Choice
}

interface Choice {
  readonly value: unknown
  /** The value in words. */
  readonly text: string
}

export interface Merge {
  /** Everything I changed as I changed it, and everything else as it is now. */
  readonly merged: NewCustomer
  readonly conflicts: readonly Conflict[]
  /** Labels of what only the others changed. */
  readonly taken: readonly string[]
}

interface Input {
  readonly path: FormPath
  readonly label: string
  readonly read: (customer: NewCustomer) => unknown
  readonly write: (customer: NewCustomer, value: unknown) => NewCustomer
  readonly describe: (value: unknown) => string
}

/** Merges my edits of `base` with what others have made of it meanwhile. */
export function mergeEdits(
  base: NewCustomer,
  mine: NewCustomer,
  theirs: NewCustomer,
  fields: readonly CustomFieldConfig[],
): Merge {
  const conflicts: Conflict[] = []
  const taken: string[] = []
  let merged: NewCustomer = {
    ...theirs,
    photo: mine.photo,
    files: mine.files,
    kept: mergeKept(base, mine, theirs),
  }
  for (const { path, label, read, write, describe } of inputsOf(fields)) {
    const [before, own, other] = [read(base), read(mine), read(theirs)]
    const isMine = !isSame(own, before)
    const isTheirs = !isSame(other, before)
    if (isMine) merged = write(merged, own)
    if (isMine && isTheirs && !isSame(own, other)) {
      const choice = (value: unknown) => ({ value, text: describe(value) })
      conflicts.push({ path, label, mine: choice(own), theirs: choice(other) })
    } else if (isTheirs && !isMine) taken.push(label)
  }
  return { merged, conflicts, taken }
}

/** A file is gone if either of us removed it. */
function mergeKept(base: NewCustomer, mine: NewCustomer, theirs: NewCustomer): NewCustomer['kept'] {
  const removed = new Set(
    Object.entries(base.kept).flatMap(([key, files]) => {
      const left = new Set(pathsOf(mine.kept[key as keyof typeof mine.kept]))
      return pathsOf(files).filter((path) => !left.has(path))
    }),
  )
  return Object.fromEntries(
    Object.entries(theirs.kept).map(([key, files = []]) => [
      key,
      files.filter(({ path }) => !removed.has(path)),
    ]),
  )
}

const pathsOf = (files: readonly StoredFile[] = []) => files.map(({ path }) => path)

const person = { name: 'First name', last_name: 'Last name', email: 'Email', phone: 'Phone' } as const

function inputsOf(fields: readonly CustomFieldConfig[]): Input[] {
  const words = (value: unknown) => String(value ?? '') || '(empty)'
  return [
    ...(Object.keys(person) as (keyof typeof person)[]).map((key) => ({
      path: key,
      label: person[key],
      read: (customer: NewCustomer) => customer[key],
      write: (customer: NewCustomer, value: unknown) => ({ ...customer, [key]: value }),
      describe: words,
    })),
    ...businessKeys.map((key) => ({
      path: `business.${key}` as const,
      label: businessTitle[key],
      read: ({ business }: NewCustomer) => business[key],
      write: (customer: NewCustomer, value: unknown) => ({
        ...customer,
        business: { ...customer.business, [key]: value },
      }),
      describe: words,
    })),
    ...fields
      .filter((field) => isText(field) && field.type !== fieldType.file)
      .map(({ id, name }) => ({
        path: `texts.${fieldKey(id)}` as const,
        label: name,
        read: ({ texts }: NewCustomer) => texts[fieldKey(id)] ?? '',
        write: (customer: NewCustomer, value: unknown) => ({
          ...customer,
          texts: { ...customer.texts, [fieldKey(id)]: value },
        }),
        describe: words,
      })),
    {
      path: 'permissions',
      label: 'Permissions',
      read: ({ permissions }) => permissions.toSorted((a, b) => a - b),
      write: (customer, value) => ({ ...customer, permissions: value as number[] }),
      describe: (value) => describePermissions(value as number[]),
    },
  ]
}

function describePermissions(ids: readonly number[]): string {
  const names = actions.filter(({ id }) => ids.includes(id)).map(({ verb, module }) => `${verb} ${module}s`)
  return names.length === 0 ? 'None' : listText(names, 'and')
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
