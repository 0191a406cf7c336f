import type { ExemptionCategory } from '#contract/invoices/exemptions.ts'

/** Why no tax is charged, as staff choose it. */
export const exemptionNames: Readonly<Record<ExemptionCategory, string>> = {
  AE: 'Reverse charge',
  E: 'Exempt from tax',
  K: 'Intra-Community supply',
  G: 'Export',
  Z: 'Zero rate',
  O: 'Outside the scope of tax',
}
