import { Tabs, Text } from '@mantine/core'
import { useForm } from 'react-hook-form'

import { emptyCustomer } from '#api/customer-form.ts'
import type { CustomFieldConfig } from '#contract/customers/custom-fields.ts'
import { SectionCard } from '#kit/section-card.tsx'
import { CustomFieldInputs } from '#parts/customer-inputs/custom-field-inputs.tsx'
import { isFile } from '#parts/customer-inputs/field-config.ts'
import { FileInputs } from '#parts/customer-inputs/file-inputs.tsx'

export type PreviewStep = 'fields' | 'files'

interface Props {
  /** All fields in use. */
  fields: readonly CustomFieldConfig[]
  step: PreviewStep
  /** Lets people see the other step as well. */
  onStep?: (step: PreviewStep) => void
}

/** The steps of a new customer that ask for custom fields, with the same inputs. What is entered is saved nowhere. */
export function WizardPreview({ fields, step, onStep }: Props) {
  const { control, getValues } = useForm({ defaultValues: emptyCustomer() })
  const hasBoth = fields.some(isFile) && !fields.every(isFile)
  return (
    <SectionCard
      title="Preview"
      description="How staff see it when they add a customer. Try it: nothing is saved."
    >
      {onStep && hasBoth && (
        <Tabs value={step} onChange={(value) => onStep(value === 'files' ? 'files' : 'fields')} mb="md">
          <Tabs.List aria-label="Step of the preview">
            <Tabs.Tab value="fields">Custom fields</Tabs.Tab>
            <Tabs.Tab value="files">Files</Tabs.Tab>
          </Tabs.List>
        </Tabs>
      )}
      {step === 'files' ? (
        <FileInputs control={control} getValues={getValues} fields={fields} />
      ) : fields.every(isFile) ? (
        <Text size="sm" c="dimmed">
          Nothing to fill in.
        </Text>
      ) : (
        <CustomFieldInputs control={control} fields={fields} />
      )}
    </SectionCard>
  )
}
