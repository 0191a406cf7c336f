import { Stack, Text } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { customers } from '#api/customers.ts'
import { documents } from '#api/documents.ts'
import { invoices } from '#api/invoices.ts'
import { session } from '#api/session.ts'
import { type PlaceholderSource, templates } from '#api/templates.ts'
import { type Template, fillEmail } from '#contract/account/templates.ts'
import {
  type PlaceholderValues,
  type TemplateKind,
  isDocumentKind,
  piecesOf,
  placeholdersIn,
  placeholdersOf,
} from '#contract/values/placeholders.ts'
import { SectionCard } from '#kit/section-card.tsx'
import { Select } from '#kit/select.tsx'
import { DraftPaper } from '#parts/documents/document-preview.tsx'

import type { TemplateValues } from './template-values.ts'

import classes from './templates.module.css'

/** Which records it can be shown with: the newest ones. */
const page = { page: 1, size: 25, search: '' } as const

interface Choice {
  readonly label: string
  readonly source: PlaceholderSource
}

interface Props {
  template: TemplateValues
  attachments: Template['attachments']
}

/** The template as somebody will read it, with a record of the account that can be chosen. */
export function TemplatePreview({ template, attachments }: Props) {
  const choices = useChoices(template.kind)
  const [chosen, setChosen] = useState(0)
  const choice = choices?.[chosen] ?? choices?.[0]
  const { data: values } = useQuery({
    ...templates.values(choice?.source ?? {}),
    enabled: choices !== undefined,
  })
  return (
    <SectionCard title="Preview">
      <Stack gap="md">
        {choices && choices.length > 0 && (
          <Select
            label="Show with"
            value={String(chosen)}
            onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
            data={choices.map(({ label }, index) => ({ value: String(index), label }))}
          />
        )}
        {values && <Filled template={template} attachments={attachments} values={values} />}
      </Stack>
    </SectionCard>
  )
}

function Filled({ template, attachments, values }: Props & { values: PlaceholderValues }) {
  const { kind, subject, message, sections, draft } = template
  const isDocument = isDocumentKind(kind)
  const texts = isDocument
    ? [subject, ...sections.flatMap(({ heading, text }) => [heading, text])]
    : [subject, message]
  const used = [...new Set(texts.flatMap(placeholdersIn))].filter((name) =>
    placeholdersOf[kind].includes(name),
  )
  const later = used.filter((name) => values[name] == null)
  const empty = used.filter((name) => values[name] === '')
  return (
    <>
      {isDocument ? (
        <DraftPaper
          kind={kind}
          values={{ title: subject, sections, draft }}
          customer={{ name: values['customer.name'] ?? '', email: values['customer.email'] ?? '' }}
          known={values}
          attachments={attachments}
        />
      ) : (
        <div className={classes['letter']}>
          <Letter {...fillEmail({ subject, message }, values)} />
        </div>
      )}
      {empty.length > 0 && (
        <Text size="xs" c="dimmed">
          Empty here: {empty.map((name) => `{{${name}}}`).join(', ')}
        </Text>
      )}
      {later.length > 0 && (
        <Text size="xs" c="dimmed">
          Filled when it’s sent: {later.map((name) => `{{${name}}}`).join(', ')}
        </Text>
      )}
    </>
  )
}

const Letter = ({ subject, message }: { subject: string; message: string }) => (
  <>
    <p className={classes['letterSubject']} dir="auto">
      {subject.trim() === '' ? 'No subject yet' : <Marked text={subject} />}
    </p>
    <p className={classes['letterText']} dir="auto">
      {message.trim() === '' ? 'Nothing written yet.' : <Marked text={message} />}
    </p>
  </>
)

/** A text whose placeholders are marked, as far as there are some left. */
const Marked = ({ text }: { text: string }) =>
  [...piecesOf(text, [], 'lines')].map((piece, index) => {
    const key = `${index}`
    return piece.kind === 'text' ? (
      <span key={key}>{piece.text}</span>
    ) : (
      <mark key={key} className={classes['open']}>
        {piece.text}
      </mark>
    )
  })

/** The newest invoices, proposals or contracts; customers where there are none. Undefined until they are read. */
function useChoices(kind: TemplateKind): readonly Choice[] | undefined {
  const { data: current } = useSuspenseQuery(session.current())
  const noun = kind.startsWith('proposal') ? 'proposal' : kind.startsWith('contract') ? 'contract' : undefined
  const hasDocuments = noun !== undefined && current.features.records
  const ofInvoices = useQuery({
    ...invoices.list({ ...page, sort: '-id' }),
    enabled: noun === undefined,
  })
  const ofDocuments = useQuery({ ...documents.list(noun ?? 'proposal', page), enabled: hasDocuments })
  const records: readonly Choice[] | undefined =
    noun === undefined
      ? ofInvoices.data?.rows.map(({ id, invoice_number, customer_name }) => ({
          label: `${invoice_number} · ${customer_name}`,
          source: { invoice_id: id },
        }))
      : hasDocuments
        ? ofDocuments.data?.rows.map(({ id, number, customer_name }) => ({
            label: `${number} · ${customer_name}`,
            source: { [`${noun}_id`]: id },
          }))
        : []
  const isMissing = records?.length === 0
  const ofCustomers = useQuery({ ...customers.list({ ...page, sort: '-id' }), enabled: isMissing })
  if (!isMissing) return records
  return ofCustomers.data?.rows.map(({ id, name, last_name }) => ({
    label: `${name} ${last_name}`.trim(),
    source: { customer_id: id },
  }))
}
