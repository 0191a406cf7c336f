import { IconPlus } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'

import { customFields } from '#api/custom-fields.ts'
import { fieldSettings } from '#api/field-settings.ts'
import { prefetchForSession, session } from '#api/session.ts'
import type { FieldDefinition } from '#contract/customers/field-definition.ts'
import { ButtonLink } from '#kit/link.tsx'
import { PageHeader } from '#kit/page-header.tsx'
import { Problem } from '#kit/problem.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'
import { WithPreview } from '#kit/with-preview.tsx'

import { DeleteFieldDialog } from '../-custom-fields/delete-field-dialog.tsx'
import { FieldList } from '../-custom-fields/field-list.tsx'
import { canManageFields } from '../-custom-fields/manage.ts'
import { NoFields } from '../-custom-fields/no-fields.tsx'
import { type PreviewStep, WizardPreview } from '../-custom-fields/wizard-preview.tsx'

export const Route = createFileRoute('/_app/settings/custom-fields/')({
  loader: ({ context: { queryClient } }) =>
    prefetchForSession(queryClient, (current) => {
      if (canManageFields(current)) void queryClient.prefetchQuery(customFields.definitions())
    }),
  component: CustomFields,
})

/** Custom fields of customers. */
function CustomFields() {
  const { data: current } = useSuspenseQuery(session.current())
  const { data, error, refetch } = useQuery(customFields.definitions())
  const [step, setStep] = useState<PreviewStep>('fields')
  const [deleting, setDeleting] = useState<FieldDefinition>()
  const retire = useSingleFlightMutation(fieldSettings.setRetired())
  const fields = data?.fields
  const inUse = fields?.filter(({ retired_at }) => retired_at === null) ?? []
  const setRetired = (field: FieldDefinition, isRetired: boolean) =>
    retire.mutate(
      { field, isRetired },
      {
        onSuccess: () => void toast.success(isRetired ? 'Field retired' : 'Field restored'),
        onError: toast.failed(`field-${field.id}`, 'Couldn’t change this field'),
      },
    )
  return (
    <>
      <PageHeader
        title="Custom fields"
        subtitle="What staff are asked for when they add or edit a customer"
        actions={
          fields &&
          fields.length > 0 && (
            <ButtonLink to="/settings/custom-fields/new" leftSection={<IconPlus size={16} aria-hidden />}>
              New field
            </ButtonLink>
          )
        }
      />
      {!fields && error && <Problem error={error} retry={() => void refetch()} />}
      {fields?.length === 0 && <NoFields />}
      {fields && fields.length > 0 && (
        <WithPreview
          preview={<WizardPreview key={current.account.id} fields={inUse} step={step} onStep={setStep} />}
        >
          <FieldList fields={fields} actions={{ setRetired, remove: setDeleting }} />
        </WithPreview>
      )}
      {deleting && <DeleteFieldDialog field={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  )
}
