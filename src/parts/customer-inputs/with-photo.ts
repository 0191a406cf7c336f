import type { NewCustomer } from '#api/customer-form.ts'
import { drawInitials } from '#lib/initials-photo.ts'

/** The service requires a photo: without one, the initials become it. */
export async function withPhoto(customer: NewCustomer): Promise<NewCustomer> {
  if (customer.photo) return customer
  return { ...customer, photo: await drawInitials(`${customer.name} ${customer.last_name}`.trim()) }
}
