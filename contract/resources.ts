import { contracts } from './contracts.ts'
import { schedules } from './invoice-schedules.ts'
import { invoiceTemplates } from './invoice-templates.ts'
import { meetings } from './meetings.ts'
import { plans } from './plans.ts'
import { proposals } from './proposals.ts'
import type { Resource } from './resource.ts'
import { templates } from './templates.ts'

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
