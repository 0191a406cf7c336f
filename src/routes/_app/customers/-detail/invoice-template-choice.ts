import type { InvoiceTemplate } from '#contract/invoices/templates.ts'

/** Returns the template if it's still among those listed, and otherwise the default, ''. */
export const listedOrDefault = (
  value: string,
  listed: readonly Pick<InvoiceTemplate, 'id'>[] = [],
): string => (listed.some(({ id }) => String(id) === value) ? value : '')
