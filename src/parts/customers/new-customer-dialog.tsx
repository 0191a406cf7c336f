import { Skeleton, Text } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'

import { customFields } from '#api/custom-fields.ts'
import {
  type NewCustomer,
  customerFingerprint,
  customerForm,
  emptyCustomer,
  formPathOf,
} from '#api/customer-form.ts'
import { customerWrites } from '#api/customer-writes.ts'
import { session } from '#api/session.ts'
import type { CustomFieldConfig } from '#contract/customers/custom-fields.ts'
import type { Customer } from '#contract/customers/customers.ts'
import { useAttemptKey } from '#kit/attempt.ts'
import { submitForm, useErrorFocus } from '#kit/error-focus.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
import { resolverFrom } from '#kit/form.tsx'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { ButtonLink } from '#kit/link.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { CompanyInput } from '#parts/customer-inputs/company-input.tsx'
import { CustomFieldInputs } from '#parts/customer-inputs/custom-field-inputs.tsx'
import { isFile } from '#parts/customer-inputs/field-config.ts'
import { IdentityInputs } from '#parts/customer-inputs/identity-inputs.tsx'
import { validate } from '#parts/customer-inputs/rules.ts'
import { withPhoto } from '#parts/customer-inputs/with-photo.ts'

interface Props {
  /** What was typed in the picker. */
  typed: string
  onCreated: (customer: Customer) => void
  onClose: () => void
}

/** Creates a customer with what is required, from within another record's form. */
export function NewCustomerDialog(props: Props) {
  const { data: current } = useSuspenseQuery(session.current())
  const fields = useQuery(customFields.asked(current.features))
  if (fields.data) return <Dialog {...props} fields={fields.data} />
  return (
    <FormDialog
      title="New customer"
      action="Create customer"
      isDisabled
      problem={<InlineProblem error={fields.error} />}
      onSubmit={() => undefined}
      onClose={props.onClose}
    >
      <Skeleton height={280} />
    </FormDialog>
  )
}

function Dialog({ typed, fields, onCreated, onClose }: Props & { fields: readonly CustomFieldConfig[] }) {
  const form = useForm<NewCustomer>({
    defaultValues: { ...emptyCustomer(), ...namesIn(typed) },
    resolver: resolverFrom((customer) =>
      validate(customer, fields).map(({ path, message }) => [path, message]),
    ),
  })
  const body = useRef<HTMLFormElement>(null)
  const focusError = useErrorFocus(body)
  const [placed, setPlaced] = useState<readonly string[]>([])
  const { keyOf } = useAttemptKey()
  const creating = useSingleFlightMutation(customerWrites.create())
  const create = async (values: NewCustomer) => {
    const customer = await withPhoto(values)
    creating.mutate(
      {
        form: customerForm(customer, fields),
        key: keyOf(customerFingerprint(values, fields)),
      },
      {
        onSuccess: onCreated,
        onError: (refusal) => {
          setPlaced(
            Object.entries(refusal.fields).flatMap(([name, message]) => {
              const path = formPathOf(name, fields)
              if (path) form.setError(path, { message })
              return path ? [name] : []
            }),
          )
          focusError()
        },
      },
    )
  }
  // A file can't be asked for here.
  if (fields.some((field) => field.required && isFile(field)))
    return (
      <FormDialog
        title="New customer"
        action="Create customer"
        isDisabled
        onSubmit={onClose}
        onClose={onClose}
      >
        <Text size="sm">New customers need a file, which can’t be added here.</Text>
        <ButtonLink to="/customers/new" variant="default" w="fit-content">
          Open the full form
        </ButtonLink>
      </FormDialog>
    )
  return (
    <FormDialog
      title="New customer"
      size="lg"
      action="Create customer"
      request={creating}
      known={placed}
      form={body}
      onSubmit={() => void submitForm(form, (values) => void create(values), focusError)}
      onClose={onClose}
    >
      <IdentityInputs control={form.control} first={typed.includes('@') ? 'name' : 'email'} />
      <CompanyInput control={form.control} />
      <CustomFieldInputs control={form.control} fields={fields.filter(({ required }) => required)} />
    </FormDialog>
  )
}

/** “Lena Berg” is a first and a last name; an address is an email. */
function namesIn(typed: string): Partial<NewCustomer> {
  const text = typed.trim()
  if (text.includes('@')) return { email: text }
  const [name = '', ...rest] = text.split(/\s+/)
  return { name, last_name: rest.join(' ') }
}
