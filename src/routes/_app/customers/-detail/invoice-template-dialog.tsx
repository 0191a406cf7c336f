import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { invoiceTemplates } from '#api/invoice-templates.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
import { Problem } from '#kit/problem.tsx'
import { Select } from '#kit/select.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'

import { listedOrDefault } from './invoice-template-choice.ts'

/** Chooses what the invoices of a customer look like. */
export function InvoiceTemplateDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const list = useQuery(invoiceTemplates.list())
  const current = useQuery(invoiceTemplates.ofCustomer(id))
  const [chosen, setChosen] = useState<string>()
  const request = useSingleFlightMutation(invoiceTemplates.choose(id))
  const problem = list.error ?? current.error
  const isReady = list.data !== undefined && current.data !== undefined
  const value = listedOrDefault(chosen ?? String(current.data?.invoice_template_id ?? ''), list.data)
  const usual = list.data?.find(({ is_default }) => is_default)
  const save = () =>
    request.mutate(value === '' ? null : Number(value), {
      onSuccess: () => {
        onClose()
        void toast.success('Invoice template saved')
      },
    })
  return (
    <FormDialog
      title="Invoice template"
      action="Save"
      isDisabled={!isReady || list.data.length === 0}
      request={request}
      onSubmit={save}
      onClose={onClose}
    >
      {problem && !isReady && (
        <Problem error={problem} retry={() => void Promise.all([list.refetch(), current.refetch()])} />
      )}
      {!isReady && !problem && <Skeleton height={60} />}
      {isReady && list.data.length === 0 && (
        <Text size="sm">
          This account has no invoice templates yet. Once someone has created one in Settings → Templates, you
          can choose it here.
        </Text>
      )}
      {isReady && list.data.length > 0 && (
        <Select
          label="Template"
          description="Used for drafts and new invoices. Sent invoices don’t change."
          value={value}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          data={[
            { value: '', label: `Default (${usual?.name ?? 'standard look'})` },
            ...list.data.map((one) => ({ value: String(one.id), label: one.name })),
          ]}
        />
      )}
    </FormDialog>
  )
}
