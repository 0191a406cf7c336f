import {
  type ServiceValues,
  serviceInput,
  servicePathOf,
  serviceProblems,
  serviceValues,
} from '#api/service-form.ts'
import { serviceWrites } from '#api/service-writes.ts'
import { type EditedService, services } from '#api/services.ts'
import type { ServiceInput } from '#contract/services/input.ts'
import type { Service } from '#contract/services/services.ts'
import { RecordForm } from '#kit/record-form.tsx'
import type { FormProps, RecordKind } from '#parts/records/record-kind.ts'
import { ability } from '#parts/services/manage.ts'

import { mergeServices } from './merge.ts'
import { ServiceInputs } from './service-inputs.tsx'

/** The page of a service’s form, for a new one and for one that exists. */
const ServiceForm = ({ editor, page, start }: FormProps<ServiceValues, EditedService>) => (
  <RecordForm {...page} subtitle={start && <bdi>{start.service.name}</bdi>} editor={editor}>
    <ServiceInputs control={editor.form.control} />
  </RecordForm>
)

/** Services, as they are created and changed. */
export const serviceKind: RecordKind<ServiceValues, EditedService, ServiceInput, Service> = {
  noun: 'service',
  plural: 'services',
  draft: 'service',
  ability,
  queries: { ...serviceWrites, one: services.toEdit },
  valuesOf: ({ service, version }) => ({ values: serviceValues(service), version }),
  check: serviceProblems,
  inputOf: serviceInput,
  pathOf: servicePathOf,
  merge: mergeServices,
  form: ServiceForm,
  list: { to: '/services' },
  page: (id) => ({ to: '/services', search: { open: id } }),
}
