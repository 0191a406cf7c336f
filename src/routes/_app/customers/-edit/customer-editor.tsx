import { Button, Kbd } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useWatch } from 'react-hook-form'

import { formPathOf } from '#api/customer-form.ts'
import { type CustomFieldConfig, fieldType } from '#contract/custom-fields.ts'
import type { Customer } from '#contract/customers.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { LeaveDialog } from '#kit/leave-dialog.tsx'
import { ButtonLink } from '#kit/link.tsx'
import { PageHeader } from '#kit/page-header.tsx'
import { commandKey } from '#kit/page-keys.ts'
import { SectionCard } from '#kit/section-card.tsx'
import { toast } from '#kit/toast.ts'
import { ownUrl } from '#lib/own-url.ts'

import { BusinessInputs } from '../-inputs/business-inputs.tsx'
import { CustomFieldInputs } from '../-inputs/custom-field-inputs.tsx'
import { isFile, isUnsupported, optionsOf } from '../-inputs/field-config.ts'
import { FileInputs } from '../-inputs/file-inputs.tsx'
import { PermissionInputs } from '../-inputs/permission-inputs.tsx'
import { PersonInputs } from '../-inputs/person-inputs.tsx'
import { Conflicts } from './conflicts.tsx'
import { type Edited, useCustomerEditor } from './use-customer-editor.ts'

import classes from './edit.module.css'

interface Props {
  start: Edited
  fields: readonly CustomFieldConfig[]
  features: readonly string[]
}

/** Everything about a customer on one page, with the inputs of the wizard. */
export function CustomerEditor({ start, fields, features }: Props) {
  const { customer } = start
  const navigate = useNavigate()
  const params = { id: String(customer.id) }
  const asked = withStoredOptions(fields, customer)
  const { form, body, merge, save, isSaving, error, hasWork, choose } = useCustomerEditor({
    start,
    fields: asked,
    onSaved: () => {
      void navigate({ to: '/customers/$id', params, replace: true })
      void toast.success('Customer saved')
    },
  })
  const { control, getValues } = form
  // The footer says whether there is something to save.
  useWatch({ control })
  useWindowEvent('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing || !(event.ctrlKey || event.metaKey)) return
    if (event.target instanceof Element && event.target.closest('[role="dialog"]')) return
    event.preventDefault()
    if (!event.repeat) void save()
  })
  const others = asked.filter((field) => !isFile(field) && !isUnsupported(field))
  const photo = customer.profile_photo_path && ownUrl(customer.profile_photo_path)
  return (
    <div className={classes.page}>
      <PageHeader
        title="Edit customer"
        subtitle={
          <bdi>
            {customer.name} {customer.last_name}
          </bdi>
        }
      />
      <form
        className={classes.form}
        ref={body}
        noValidate
        aria-label="Customer"
        onSubmit={(event) => void save(event)}
      >
        {merge && <Conflicts key={merge.round} merge={merge} onChoose={choose} />}
        <SectionCard title="Person">
          <PersonInputs control={control} customer={{ id: customer.id, photo: photo || undefined }} />
        </SectionCard>
        <SectionCard title="Business">
          <BusinessInputs
            control={control}
            hasDetails={features.includes('customers.business')}
            customerId={customer.id}
          />
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
        <InlineProblem
          error={error}
          known={Object.keys(error?.fields ?? {}).filter((name) => formPathOf(name, asked) !== undefined)}
        />
        <div className={classes.footer}>
          <span className={classes.status} role="status">
            {hasWork() ? 'Unsaved changes' : 'No changes'}
          </span>
          <ButtonLink to="/customers/$id" params={params} variant="subtle" color="gray">
            Cancel
          </ButtonLink>
          <Button
            type="submit"
            loading={isSaving}
            disabled={!hasWork()}
            rightSection={
              <Kbd visibleFrom="sm" aria-hidden>
                {commandKey} Enter
              </Kbd>
            }
          >
            Save
          </Button>
        </div>
        <LeaveDialog title="Leave without saving?" leaveWord="Discard changes" hasWork={hasWork} />
      </form>
    </div>
  )
}

/** An option that no longer exists stays available to a customer who has it. */
function withStoredOptions(fields: readonly CustomFieldConfig[], customer: Customer): CustomFieldConfig[] {
  const stored = new Map(
    customer.custom_fields.map((field) => [field.id, field.custom_field_values[0]?.value]),
  )
  return fields.map((field) => {
    const value = stored.get(field.id)
    const isGone =
      field.type === fieldType.select && typeof value === 'string' && !optionsOf(field).includes(value)
    return isGone ? { ...field, fields: { ...field.fields, options: [...optionsOf(field), value] } } : field
  })
}
