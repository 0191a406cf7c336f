import type { ServiceValues } from '#api/service-form.ts'
import type { EditedService } from '#api/services.ts'
import { RecordForm } from '#kit/record-form.tsx'
import type { FormProps } from '#parts/records/record-kind.ts'

import { ServiceInputs } from './service-inputs.tsx'

/** The page of a service’s form, for a new one and for one that exists. */
export const ServiceForm = ({ editor, page, start }: FormProps<ServiceValues, EditedService>) => (
  <RecordForm {...page} subtitle={start && <bdi>{start.service.name}</bdi>} editor={editor}>
    <ServiceInputs control={editor.form.control} />
  </RecordForm>
)
