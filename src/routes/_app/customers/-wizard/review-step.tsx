import { Button, Divider, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

import { type NewCustomer, fieldKey } from '#api/customer-form.ts'
import { addressLines, addressParts } from '#contract/customers/address.ts'
import type { CustomFieldConfig } from '#contract/customers/custom-fields.ts'
import { businessKeys } from '#contract/customers/customers.ts'
import { ErrorSummary } from '#kit/form.tsx'
import { byteSize } from '#lib/byte-size.ts'
import { businessTitle } from '#parts/customer-inputs/business-title.ts'
import { bytesOf, isFile } from '#parts/customer-inputs/field-config.ts'
import type { FieldError } from '#parts/customer-inputs/rules.ts'
import type { StepId } from '#parts/customer-inputs/step-ids.ts'
import { stepTitle } from '#parts/customer-inputs/steps.ts'

import { PhotoPreview } from '../-inputs/photo-preview.tsx'
import { sentence } from '../-permission-sentence.ts'

import classes from './review-step.module.css'

interface Props {
  customer: NewCustomer
  fields: readonly CustomFieldConfig[]
  steps: readonly StepId[]
  errors: readonly FieldError[]
  onGo: (step: StepId) => void
}

type Row = readonly [label: string, value: string]

const addressKeys: ReadonlySet<string> = new Set(addressParts)

/** Everything that will be sent, and what is still missing. */
export function ReviewStep({ customer, fields, steps, errors, onGo }: Props) {
  const name = `${customer.name} ${customer.last_name}`.trim()
  const business = [
    ...businessKeys
      .filter((key) => !addressKeys.has(key))
      .map((key): Row => [businessTitle[key], customer.business[key]]),
    ['Address', addressLines(customer.business).join('\n')] as const,
  ]
  const texts = fields.map((field): Row => [field.name, customer.texts[fieldKey(field.id)] ?? ''])
  const files = fields.filter(isFile).map((field): Row => {
    const chosen = customer.files[fieldKey(field.id)] ?? []
    return [field.name, chosen.map((file) => `${file.name} (${byteSize(file.size)})`).join('\n')]
  })
  const bytes = bytesOf(customer)
  const section = (step: StepId, rows: readonly Row[]) => (
    <Section title={stepTitle[step]} onEdit={() => onGo(step)}>
      <Rows rows={rows} />
    </Section>
  )
  return (
    <Stack>
      <ErrorSummary
        title="Some information is missing or invalid"
        problems={errors.map(({ path, message }) => ({ place: path, text: message }))}
        onGo={(place) => {
          const found = errors.find(({ path }) => path === place)
          if (found) onGo(found.step)
        }}
      />
      <Section title={stepTitle.person} onEdit={() => onGo('person')}>
        <Group align="flex-start" gap="lg">
          <PhotoPreview photo={customer.photo} name={name} />
          <Rows
            rows={[
              ['Name', name],
              ['Email', customer.email],
              ['Phone', customer.phone],
            ]}
          />
        </Group>
      </Section>
      {section('business', business)}
      {steps.includes('fields') && section('fields', texts)}
      {steps.includes('files') && section('files', files)}
      <Section title={stepTitle.permissions} onEdit={() => onGo('permissions')}>
        <Text size="sm">{sentence(customer.permissions)}</Text>
      </Section>
      {bytes > 0 && (
        <Text size="sm" c="dimmed">
          {byteSize(bytes)} of photos and files will be uploaded.
        </Text>
      )}
    </Stack>
  )
}

function Section({ title, onEdit, children }: { title: string; onEdit: () => void; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Group justify="space-between" mb="xs">
        <Title order={3}>{title}</Title>
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={`Edit ${title.toLowerCase()}`}
          onClick={onEdit}
        >
          Edit
        </Button>
      </Group>
      {children}
      <Divider mt="md" />
    </section>
  )
}

function Rows({ rows }: { rows: readonly Row[] }) {
  const filled = rows.filter(([, value]) => value.trim() !== '')
  if (filled.length === 0)
    return (
      <Text size="sm" c="dimmed">
        None
      </Text>
    )
  return (
    <table className={classes.rows}>
      <tbody>
        {filled.map(([label, value]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td dir="auto">{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
