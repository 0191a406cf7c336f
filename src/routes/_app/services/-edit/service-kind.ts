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
import type { RecordKind } from '#parts/records/record-kind.ts'
import { ability } from '#parts/services/manage.ts'

import { mergeServices } from './merge.ts'
import { ServiceForm } from './service-form.tsx'

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
