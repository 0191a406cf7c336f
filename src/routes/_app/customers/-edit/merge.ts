import { type FormPath, type NewCustomer, fieldKey, isText } from '#api/customer-form.ts'
import { type CustomFieldConfig, type StoredFile, fieldType } from '#contract/customers/custom-fields.ts'
import { businessKeys } from '#contract/customers/customers.ts'
import { actions } from '#contract/values/permissions.ts'
import { listText } from '#lib/locale.ts'
import { type Merge, type MergeInput, describeValue, mergeVersions } from '#lib/merge.ts'
import { businessTitle } from '#parts/customer-inputs/business-title.ts'

type Input = MergeInput<NewCustomer, FormPath>

/** Merges my edits of `base` with the changes of others. */
export function mergeEdits(
  base: NewCustomer,
  mine: NewCustomer,
  theirs: NewCustomer,
  fields: readonly CustomFieldConfig[],
): Merge<NewCustomer, FormPath> {
  const files = { photo: mine.photo, files: mine.files, kept: mergeKept(base, mine, theirs) }
  return mergeVersions({ base, mine, theirs }, inputsOf(fields), { ...theirs, ...files })
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
  return [
    ...(Object.keys(person) as (keyof typeof person)[]).map((key) => ({
      path: key,
      label: person[key],
      read: (customer: NewCustomer) => customer[key],
      write: (customer: NewCustomer, value: unknown) => ({ ...customer, [key]: value }),
      describe: describeValue,
    })),
    ...businessKeys.map((key) => ({
      path: `business.${key}` as const,
      label: businessTitle[key],
      read: ({ business }: NewCustomer) => business[key],
      write: (customer: NewCustomer, value: unknown) => ({
        ...customer,
        business: { ...customer.business, [key]: value },
      }),
      describe: describeValue,
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
        describe: describeValue,
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
