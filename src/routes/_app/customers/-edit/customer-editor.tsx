import { useNavigate } from '@tanstack/react-router'

import type { Features } from '#contract/access/session.ts'
import type { CustomFieldConfig } from '#contract/customers/custom-fields.ts'
import { RecordForm } from '#kit/record-form.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { toast } from '#kit/toast.ts'
import { ownUrl } from '#lib/own-url.ts'
import { CustomFieldInputs } from '#parts/customer-inputs/custom-field-inputs.tsx'
import { isFile, isUnsupported } from '#parts/customer-inputs/field-config.ts'
import { FileInputs } from '#parts/customer-inputs/file-inputs.tsx'
import { customerWay } from '#parts/records/ways.ts'

import { BusinessInputs } from '../-inputs/business-inputs.tsx'
import { PermissionInputs } from '../-inputs/permission-inputs.tsx'
import { PersonInputs } from '../-inputs/person-inputs.tsx'
import { askedOf } from './asked-of.ts'
import { type Edited, useCustomerEditor } from './use-customer-editor.ts'

interface Props {
  start: Edited
  fields: readonly CustomFieldConfig[]
  features: Features
}

/** Everything about a customer on one page, with the inputs of the wizard. */
export function CustomerEditor({ start, fields, features }: Props) {
  const { customer } = start
  const navigate = useNavigate()
  const params = { id: String(customer.id) }
  const asked = fields.map((field) => askedOf(field, customer))
  const editor = useCustomerEditor({
    start,
    fields: asked,
    onSaved: () => {
      void navigate({ to: '/customers/$id', params, replace: true })
      void toast.success('Customer saved')
    },
  })
  const { control, getValues } = editor.form
  const others = asked.filter((field) => !isFile(field) && !isUnsupported(field))
  const photo = customer.profile_photo_path && ownUrl(customer.profile_photo_path)
  return (
    <RecordForm
      title="Edit customer"
      subtitle={
        <bdi>
          {customer.name} {customer.last_name}
        </bdi>
      }
      record="customer"
      editor={editor}
      back={customerWay(customer.id)}
    >
      <SectionCard title="Person">
        <PersonInputs control={control} customer={{ id: customer.id, photo: photo || undefined }} />
      </SectionCard>
      <SectionCard title="Business">
        <BusinessInputs control={control} hasDetails={features.records} customerId={customer.id} />
      </SectionCard>
      {others.length > 0 && (
        <SectionCard title="Custom fields">
          <CustomFieldInputs control={control} fields={others} />
        </SectionCard>
      )}
      {asked.some(isFile) && (
        <SectionCard title="Files">
          <FileInputs control={control} getValues={getValues} fields={asked} />
        </SectionCard>
      )}
      <SectionCard title="Permissions">
        <PermissionInputs control={control} />
      </SectionCard>
    </RecordForm>
  )
}
