import type { FieldPath } from 'react-hook-form'

import { type InvoiceLook, standardLook } from '#contract/invoices/looks.ts'
import { type InvoiceTemplate, InvoiceTemplateInput } from '#contract/invoices/templates.ts'
import { type Merge, type Versions, mergeVersions, inputsOf } from '#lib/merge.ts'
import { languageNames } from '#parts/invoices/language-names.ts'

/** An invoice template as its form holds it. */
export type LookValues = InvoiceTemplateInput
type Path = FieldPath<LookValues>

export const newLook: LookValues = { name: '', is_default: false, ...standardLook }

/** Returns the template as its form holds it. */
export const lookValues = ({
  id: _id,
  created_at: _created,
  updated_at: _updated,
  version: _version,
  ...values
}: InvoiceTemplate): LookValues => values

/** Returns what saving the form sends. */
export const lookInput = (values: LookValues): InvoiceTemplateInput => ({
  ...values,
  name: values.name.trim(),
  color: values.color.trim().toLowerCase(),
  intro: values.intro.trim(),
  closing: values.closing.trim(),
})

/** Lists what is wrong with the form, as the path of an input and a message. */
export function* lookProblems(values: LookValues): Generator<readonly [path: string, message: string]> {
  for (const { path, message } of InvoiceTemplateInput.safeParse(lookInput(values)).error?.issues ?? [])
    yield [path.map(String).join('.'), message]
}

const names = new Set(Object.keys(InvoiceTemplateInput.shape))

/** Returns the input that a name of the request belongs to. */
export const lookPathOf = (name: string): Path | undefined => (names.has(name) ? (name as Path) : undefined)

export const layoutNames: Readonly<Record<InvoiceLook['layout'], string>> = {
  classic: 'Classic',
  modern: 'Modern',
  compact: 'Compact',
}
export const positionNames: Readonly<Record<InvoiceLook['logo_position'], string>> = {
  left: 'Left',
  center: 'Center',
  right: 'Right',
}

const input = inputsOf<LookValues>()

const inputs = [
  input('name', 'Name'),
  input('is_default', 'Default', (value) => (value === true ? 'Yes' : 'No')),
  input('layout', 'Layout', (value) => layoutNames[value as InvoiceLook['layout']]),
  input('color', 'Color'),
  input('logo_position', 'Logo position', (value) => positionNames[value as InvoiceLook['logo_position']]),
  input('language', 'Language', (value) => languageNames[value as InvoiceLook['language']]),
  input('intro', 'Text above the line items'),
  input('closing', 'Text below the total'),
]

/** Merges my edits of a template with the changes of others. */
export const mergeLooks = (versions: Versions<LookValues>): Merge<LookValues, Path> =>
  mergeVersions(versions, inputs)
