import type { Way } from '#kit/back-link.tsx'

/** The way back to a customer. */
export const customerWay = (id: number): Way => ({
  label: 'Customer',
  address: { to: '/customers/$id', params: { id: String(id) } },
})

/** The way back to an invoice. */
export const invoiceWay = (id: number): Way => ({
  label: 'Invoice',
  address: { to: '/invoices/$id', params: { id: String(id) } },
})
