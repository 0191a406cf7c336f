import { Button, Group, List, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'

import { type ElectronicKind, electronicInvoices } from '#api/electronic-invoices.ts'
import type { ElectronicFormat, Missing } from '#contract/invoices/electronic-invoices.ts'
import { isEditable } from '#contract/invoices/states.ts'
import { downloadFile } from '#kit/download-file.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { TextLink } from '#kit/link.tsx'
import { Problem } from '#kit/problem.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { fileName } from '#parts/invoices/file-name.ts'

interface Document {
  readonly id: number
  /** Of the invoice or the credit note. */
  readonly number: string
  readonly invoiceId: number
  readonly customerId: number
  /** Of the invoice. */
  readonly status: string
}

interface Props {
  kind: ElectronicKind
  document: Document
  onClose: () => void
}

const formats = {
  'factur-x': {
    name: 'Factur-X and ZUGFeRD',
    use: 'XML within the PDF, for businesses in the EU.',
  },
  xrechnung: { name: 'XRechnung', use: 'An XML file, for authorities and businesses in Germany.' },
  peppol: { name: 'Peppol BIS 3', use: 'An XML file, for the Peppol network.' },
} as const satisfies Record<ElectronicFormat, object>

/** The formats of an electronic invoice or credit note: each with its file, or with what is missing and where to add it. */
export function ElectronicDialog({ kind, document, onClose }: Props) {
  const { id, number, status } = document
  const { data, error, refetch } = useQuery(electronicInvoices.of(kind, id))
  const request = useSingleFlightMutation(electronicInvoices.download(kind, id))
  const isSent = !isEditable(status) && status !== 'void'
  const save = (format: 'xrechnung' | 'peppol') =>
    request.mutate(format, {
      onSuccess: (file) => downloadFile(file, fileName(number, `-${format}.xml`)),
    })
  return (
    <Modal opened onClose={onClose} title={`Electronic ${kind}`} size="lg">
      <Stack>
        {!isSent && (
          <Text size="sm">
            {status === 'void'
              ? 'A void invoice has no electronic files.'
              : 'It has electronic files once it’s sent, in the formats below that lack nothing.'}
          </Text>
        )}
        {error && !data && <Problem error={error} retry={() => void refetch()} />}
        {!data && !error && <Skeleton height={180} />}
        {data?.formats.map(({ format, missing }) => (
          <section key={format} aria-label={formats[format].name}>
            <Group justify="space-between" wrap="nowrap" align="start">
              <div>
                <Text fw={600}>{formats[format].name}</Text>
                <Text size="sm" c="dimmed">
                  {formats[format].use}
                </Text>
              </div>
              {format === 'factur-x' && isSent && missing.length === 0 && (
                <Text size="sm" flex="none">
                  In the PDF
                </Text>
              )}
              {format !== 'factur-x' && isSent && missing.length === 0 && (
                <Button
                  variant="default"
                  flex="none"
                  leftSection={<IconDownload size={16} aria-hidden />}
                  loading={request.isPending && request.variables === format}
                  aria-label={`Download ${formats[format].name}`}
                  onClick={() => save(format)}
                >
                  Download
                </Button>
              )}
            </Group>
            {missing.length > 0 && (
              <List size="sm" mt={6} spacing={2}>
                {missing.map((one) => (
                  <List.Item key={`${one.where}.${one.field}.${one.message}`}>
                    {one.message}. <WayToAdd missing={one} document={document} isSent={isSent} />
                  </List.Item>
                ))}
              </List>
            )}
          </section>
        ))}
        {data && isSent && data.formats.some(({ missing }) => missing.length > 0) && (
          <Text size="sm" c="dimmed">
            What was sent stays as it is. What you add counts from the next invoice on.
          </Text>
        )}
        <InlineProblem error={request.error} />
      </Stack>
    </Modal>
  )
}

/** Leads to where it can be added. */
function WayToAdd({
  missing: { where, field },
  document: { customerId, invoiceId },
  isSent,
}: {
  missing: Missing
  document: Document
  isSent: boolean
}) {
  const customer = { params: { id: String(customerId) }, size: 'sm' } as const
  switch (where) {
    case 'company':
      return (
        <TextLink to="/settings/company" size="sm">
          Company settings
        </TextLink>
      )
    case 'customer':
      return ofAddress.has(field) ? (
        <TextLink to="/customers/$id/edit" {...customer}>
          Customer
        </TextLink>
      ) : (
        <TextLink to="/customers/$id/billing" {...customer}>
          Billing details
        </TextLink>
      )
    case 'invoice':
      return isSent ? null : (
        <TextLink to="/invoices/$id/edit" params={{ id: String(invoiceId) }} size="sm">
          Edit invoice
        </TextLink>
      )
  }
}

/** What is in the customer’s own form. */
const ofAddress = new Set(['name', 'country', 'city', 'postal_code'])
