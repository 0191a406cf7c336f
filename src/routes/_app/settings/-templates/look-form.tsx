import { Checkbox, Skeleton, Stack, TextInput, Textarea } from '@mantine/core'
import { Suspense } from 'react'
import { useWatch } from 'react-hook-form'

import { invoiceTemplates } from '#api/invoice-templates.ts'
import { contrastWithWhite, leastContrast, longestLookText } from '#contract/invoices/look-input.ts'
import { standardLook } from '#contract/invoices/looks.ts'
import type { InvoiceTemplate } from '#contract/invoices/templates.ts'
import { Columns } from '#kit/columns.tsx'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import { RecordForm } from '#kit/record-form.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { Select } from '#kit/select.tsx'
import { languageNames } from '#parts/invoices/language-names.ts'
import type { FormProps } from '#parts/records/record-kind.ts'

import { DeleteTemplate } from './delete-template.tsx'
import { type LookValues, layoutNames, lookInput, positionNames } from './look-values.ts'
import { Swatch } from './swatch.tsx'

import classes from './looks.module.css'

// It brings the sheet of an invoice, and all that is fetched with it.
const LookPreview = lazyWithRetry(async () => (await import('./look-preview.tsx')).LookPreview)

const choices = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))

/** The page of an invoice template’s form, above an invoice that looks like it. */
export function LookForm({ editor, page, start }: FormProps<LookValues, InvoiceTemplate>) {
  const { form } = editor
  const values = useWatch({ control: form.control }) as LookValues
  const { errors, isSubmitted } = form.formState
  const set = <Name extends keyof LookValues>(path: Name, value: LookValues[Name]) =>
    form.setValue(path as never, value as never, { shouldDirty: true, shouldValidate: isSubmitted })
  const { name: _name, is_default: _default, ...look } = lookInput(values)
  return (
    <>
      <RecordForm {...page} subtitle="Invoices that were already sent don’t change." editor={editor}>
        <SectionCard title="Invoice template">
          <Stack gap="md">
            <TextInput
              label="Name"
              dir="auto"
              autoComplete="off"
              maxLength={100}
              value={values.name}
              onChange={({ currentTarget }) => set('name', currentTarget.value)}
              error={errors.name?.message}
            />
            <Checkbox
              label="Use by default"
              description="For customers without a template of their own."
              checked={values.is_default}
              onChange={({ currentTarget }) => set('is_default', currentTarget.checked)}
            />
            <Columns>
              <Select
                label="Layout"
                data={choices(layoutNames)}
                value={values.layout}
                onChange={({ currentTarget }) => set('layout', currentTarget.value as LookValues['layout'])}
              />
              <Select
                label="Logo position"
                data={choices(positionNames)}
                value={values.logo_position}
                onChange={({ currentTarget }) =>
                  set('logo_position', currentTarget.value as LookValues['logo_position'])
                }
              />
              <ColorInput
                value={values.color}
                error={errors.color?.message}
                onColor={(color) => set('color', color)}
              />
              <Select
                label="Language"
                data={choices(languageNames)}
                value={values.language}
                onChange={({ currentTarget }) =>
                  set('language', currentTarget.value as LookValues['language'])
                }
              />
            </Columns>
            {(['intro', 'closing'] as const).map((name) => (
              <Textarea
                key={name}
                label={name === 'intro' ? 'Text above the line items' : 'Text below the total'}
                dir="auto"
                autosize
                minRows={2}
                maxRows={8}
                maxLength={longestLookText}
                value={values[name]}
                onChange={({ currentTarget }) => set(name, currentTarget.value)}
                error={errors[name]?.message}
              />
            ))}
          </Stack>
        </SectionCard>
      </RecordForm>
      {start && (
        <DeleteTemplate template={start} mutation={invoiceTemplates.remove()} draft={editor.draft}>
          Drafts that use <bdi>{start.name}</bdi> will switch to{' '}
          {start.is_default
            ? 'the standard look'
            : 'the default template, or to the standard look if there isn’t one'}
          . Sent invoices don’t change.
        </DeleteTemplate>
      )}
      <div className={classes['preview']}>
        <Suspense fallback={<Skeleton height={480} />}>
          <LookPreview look={{ ...look, color: isReadable(look.color) ? look.color : standardLook.color }} />
        </Suspense>
      </div>
    </>
  )
}

const isColor = (color: string) => /^#[0-9a-f]{6}$/.test(color)

/** Whether it could be saved; until then, the preview has the usual color. */
const isReadable = (color: string) => isColor(color) && contrastWithWhite(color) >= leastContrast

/** A color with what it looks like, and whether it can be read on paper. */
function ColorInput({
  value,
  error,
  onColor,
}: {
  value: string
  error: string | undefined
  onColor: (color: string) => void
}) {
  const color = value.trim().toLowerCase()
  const contrast = isColor(color) ? contrastWithWhite(color) : undefined
  const isLight = contrast !== undefined && contrast < leastContrast
  return (
    <TextInput
      label="Color"
      description={
        contrast !== undefined && !isLight ? `Contrast with white: ${contrast.toFixed(1)}:1` : undefined
      }
      autoComplete="off"
      spellCheck={false}
      maxLength={7}
      leftSection={<Swatch color={isColor(color) ? color : '#ffffff'} />}
      value={value}
      onChange={({ currentTarget }) => onColor(currentTarget.value)}
      error={isLight ? 'This color is too light to read on white. Choose a darker one' : error}
    />
  )
}
