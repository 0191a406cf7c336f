import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'

import {
  type NewCustomer,
  customerFingerprint,
  customerForm,
  fileValues,
  formOf,
  formPathOf,
} from '#api/customer-form.ts'
import { customerWrites } from '#api/customer-writes.ts'
import { customers } from '#api/customers.ts'
import { draftName, session } from '#api/session.ts'
import type { Features } from '#contract/access/session.ts'
import type { CustomFieldConfig } from '#contract/customers/custom-fields.ts'
import type { Customer } from '#contract/customers/customers.ts'
import { RecordForm } from '#kit/record-form.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { toast } from '#kit/toast.ts'
import { useRecordForm } from '#kit/use-record-form.ts'
import { ownUrl } from '#lib/own-url.ts'
import { CustomFieldInputs } from '#parts/customer-inputs/custom-field-inputs.tsx'
import { isFile, isUnsupported } from '#parts/customer-inputs/field-config.ts'
import { FileInputs } from '#parts/customer-inputs/file-inputs.tsx'
import { validate } from '#parts/customer-inputs/rules.ts'
import { customerWay } from '#parts/records/ways.ts'

import { BusinessInputs } from '../-inputs/business-inputs.tsx'
import { PermissionInputs } from '../-inputs/permission-inputs.tsx'
import { PersonInputs } from '../-inputs/person-inputs.tsx'
import { askedOf } from './asked-of.ts'
import { mergeEdits } from './merge.ts'

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

/** A customer as it was read, and its version. */
interface Edited {
  readonly customer: Customer
  readonly version: string
}

interface Options {
  start: Edited
  fields: readonly CustomFieldConfig[]
  onSaved: (customer: Customer) => void
}

/** The form of a customer and its submission. */
function useCustomerEditor({ start, fields, onSaved }: Options) {
  const queryClient = useQueryClient()
  const { id } = start.customer
  const { data: current } = useSuspenseQuery(session.current())
  const asValues = ({ customer, version }: Edited) => ({ values: formOf(customer), version })
  return useRecordForm({
    draftName: draftName(`customer:${id}`, current),
    fileValues,
    start: asValues(start),
    check: (values: NewCustomer) =>
      validate(values, fields).map(({ path, message }) => [path, message] as const),
    fingerprint: (values) => customerFingerprint(values, fields),
    mutation: customerWrites.update(id),
    requestOf: (values, attempt) => ({
      ...attempt,
      form: customerForm(values, fields),
    }),
    pathOf: (name) => formPathOf(name, fields),
    others: {
      latest: async () => asValues(await queryClient.fetchQuery({ ...customers.toEdit(id), staleTime: 0 })),
      merge: ({ base, mine, theirs }) => mergeEdits(base, mine, theirs, fields),
    },
    onSaved,
  })
}
