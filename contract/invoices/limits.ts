/** How much one invoice holds. */
export const longestInvoice = {
  lines: 200,
  description: 1_000,
  notes: 5_000,
  paymentDays: 365,
  reference: 100,
  exemptionReason: 200,
} as const
