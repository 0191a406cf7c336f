import type { Arrange } from '#api/field-settings.ts'
import { fieldType } from '#contract/customers/custom-fields.ts'
import type { FieldDefinition } from '#contract/customers/field-definition.ts'
import { movedTo } from '#lib/moved-to.ts'

/** Fields under one heading, as the wizard shows them. */
export interface FieldGroup {
  /** Empty for those without a group. */
  readonly heading: string
  /** Files have a step of their own, without headings. */
  readonly step: 'fields' | 'files'
  readonly fields: readonly FieldDefinition[]
}

const isInUse = ({ retired_at }: FieldDefinition) => retired_at === null
const isFile = ({ type }: FieldDefinition) => type === fieldType.file

/** Returns the groups of the fields in use, in the order of the wizard. */
export function groupsOf(fields: readonly FieldDefinition[]): FieldGroup[] {
  const asked = fields.filter((field) => isInUse(field) && !isFile(field))
  const files = fields.filter((field) => isInUse(field) && isFile(field))
  const groups = [...Map.groupBy(asked, ({ group }) => group.trim())]
  return [
    ...groups.map(([heading, some]): FieldGroup => ({ heading, step: 'fields', fields: some })),
    ...(files.length > 0 ? [{ heading: '', step: 'files' as const, fields: files }] : []),
  ]
}

/** Moves a field to that place within its group. */
export const moveField =
  (id: number, to: number): Arrange =>
  (all) => ({
    ids: idsOf(
      all,
      groupsOf(all).map((group) => {
        const from = group.fields.findIndex((field) => field.id === id)
        return from === -1 ? group : { ...group, fields: movedTo(group.fields, from, to) }
      }),
    ),
  })

/** Moves a field to that place of another group, which begins anew behind the others if it’s gone by then. */
export const moveFieldToGroup =
  (id: number, heading: string, to: number): Arrange =>
  (all) => {
    const field = all.find((one) => one.id === id)
    if (!field) return { ids: idsOf(all, groupsOf(all)) }
    const left = groupsOf(all).map((group) => ({
      ...group,
      fields: group.fields.filter((one) => one.id !== id),
    }))
    const known = left.some((group) => isNamed(group) && group.heading === heading)
    const groups = known ? left : [...left, { heading, step: 'fields' as const, fields: [] }]
    const joined = groups.map((group) =>
      isNamed(group) && group.heading === heading
        ? { ...group, fields: movedTo([...group.fields, field], group.fields.length, to) }
        : group,
    )
    return { ids: idsOf(all, withFilesLast(joined)), regrouped: { id, group: heading } }
  }

/** Moves a group to that place among the groups. */
export const moveGroup =
  (heading: string, to: number): Arrange =>
  (all) => {
    const groups = groupsOf(all)
    const named = groups.filter(isNamed)
    const from = named.findIndex((group) => group.heading === heading)
    return {
      ids: idsOf(all, [...movedTo(named, from, to), ...groups.filter((group) => !isNamed(group))]),
    }
  }

const isNamed = ({ step }: FieldGroup) => step === 'fields'
const withFilesLast = (groups: readonly FieldGroup[]) => [
  ...groups.filter(isNamed),
  ...groups.filter((group) => !isNamed(group)),
]

/** Retired fields keep their order, behind the others. */
const idsOf = (all: readonly FieldDefinition[], groups: readonly FieldGroup[]): number[] => [
  ...groups.flatMap(({ fields }) => fields.map(({ id }) => id)),
  ...all.filter((field) => !isInUse(field)).map(({ id }) => id),
]
