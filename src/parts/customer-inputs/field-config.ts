import { type NewCustomer, fieldKey, isText } from '#api/customer-form.ts'
import { type CustomFieldConfig, fieldType } from '#contract/customers/custom-fields.ts'

/** Whether a custom field offers choices. */
export const isSelect = ({ type }: CustomFieldConfig) => type === fieldType.select
/** Whether a custom field takes files. */
export const isFile = ({ type }: CustomFieldConfig) => type === fieldType.file
/** Whether this dashboard can’t fill in a custom field. */
export const isUnsupported = (field: CustomFieldConfig) => !isText(field) && !isFile(field)

/** Returns the choices of a select field, without the gaps and repeats a configuration may have. */
export function optionsOf({ fields }: CustomFieldConfig): string[] {
  return [
    ...new Set((fields?.options ?? []).filter((option) => option !== null && option !== '')),
  ] as string[]
}

/** Limits of a field for files: extensions, and how many files. */
export interface FileRules {
  accepted: readonly string[]
  most: number
}

/** Returns what a file field takes; without a configuration, any number of any format. */
export function fileRulesOf({ fields }: CustomFieldConfig): FileRules {
  const config = fields?.fileConfig
  if (!config) return { accepted: [], most: Infinity }
  return { accepted: config.acceptFile, most: config.allowMultiple ? Math.max(config.maxFiles, 1) : 1 }
}

/** Returns the fields under their headings, in the order of the configuration; `group` may be absent. */
export function grouped(
  fields: readonly CustomFieldConfig[],
): [heading: string, fields: CustomFieldConfig[]][] {
  const groups = Map.groupBy(fields, ({ group }) => group?.trim() ?? '')
  return [...groups]
}

/** Returns the size in bytes of the photo and all files. */
export function bytesOf({ photo, files }: Pick<NewCustomer, 'photo' | 'files'>): number {
  const all = [photo, ...Object.values(files).flat()]
  return all.reduce((sum, file) => sum + (file?.size ?? 0), 0)
}

/** Returns the size in bytes of the files of one field. */
export const bytesOfField = ({ files }: Pick<NewCustomer, 'files'>, { id }: CustomFieldConfig): number =>
  (files[fieldKey(id)] ?? []).reduce((sum, { size }) => sum + size, 0)
