import type { Tenant } from '#server/platform/access/tenant.ts'
import { now } from '#server/platform/lib/clock.ts'
import { contactColumns } from '#server/records/contacts/columns.ts'

/** Colleagues of customers, by the position of the customer, and people who aren't customers yet. */
const others = [
  { customer: 0, name: 'Tobias', last_name: 'Lind', email: 'accounts@studio1.example', phone: '' },
  {
    customer: 41,
    name: 'Joseph',
    last_name: 'Kamau',
    email: 'joseph@studio42.example',
    phone: '+44 7700 900241',
  },
  { customer: null, name: 'Inês', last_name: 'Barros', email: 'ines@barros.example', phone: '' },
  { customer: null, name: 'Tom', last_name: 'Whitaker', email: '', phone: '+44 7700 900242' },
] as const

/** Contacts besides the one that each customer has. */
export async function addOtherContacts(trx: Tenant): Promise<void> {
  const customers = await trx.select('customers').select(['id', 'company_name']).orderBy('id').execute()
  const at = now()
  await trx.insert(
    'contacts',
    others.map(({ customer, ...person }) => {
      const { id, company_name } = (customer === null ? undefined : customers[customer]) ?? noCustomer
      return {
        ...contactColumns({ ...person, customer_id: id, company_name }),
        created_at: at,
        updated_at: at,
      }
    }),
  )
}

const noCustomer = { id: null, company_name: null }
