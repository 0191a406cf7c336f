import { templates } from './account/templates.ts'
import { contracts } from './documents/contracts.ts'
import { proposals } from './documents/proposals.ts'
import { plans } from './invoices/plans.ts'
import { schedules } from './invoices/schedules.ts'
import { invoiceTemplates } from './invoices/templates.ts'
import { meetings } from './meetings/meetings.ts'
import type { Resource } from './wire/resource.ts'

/** Every kind of record that is declared by `resource`. The dashboard imports the declarations themselves, not all of them. */
export const resources = [
  templates,
  invoiceTemplates,
  plans,
  schedules,
  meetings,
  proposals,
  contracts,
] as const

/** What one record of a declared kind is called. */
export type ResourceSubject = (typeof resources)[number]['subject']

/** Any declared kind of record. */
export type AnyResource = Resource<ResourceSubject>
