import type { ReactNode } from 'react'

import type { ServiceValues } from '#api/service-form.ts'
import { ButtonLink } from '#kit/link.tsx'
import { RecordForm } from '#kit/record-form.tsx'
import type { RecordEditor } from '#kit/use-record-form.ts'

import { ServiceInputs } from './service-inputs.tsx'

interface Props {
  title: string
  subtitle?: ReactNode
  saveLabel?: string
  isNew?: boolean
  editor: RecordEditor<ServiceValues>
  /** The service that is shown beside the list again when the form is canceled. */
  from: number | undefined
}

/** The page of a service’s form, for a new one and for one that exists. */
export const ServiceForm = ({ editor, from, ...rest }: Props) => (
  <RecordForm
    record="service"
    editor={editor}
    cancel={
      <ButtonLink to="/services" search={{ open: from }} variant="subtle" color="gray">
        Cancel
      </ButtonLink>
    }
    {...rest}
  >
    <ServiceInputs control={editor.form.control} />
  </RecordForm>
)
