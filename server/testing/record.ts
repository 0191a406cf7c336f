import { Tenant } from '#server/access/tenant.ts'
import type { Context } from '#server/context.ts'
import { customerColumns } from '#server/customers/columns.ts'
import { addInvoices } from '#server/invoices/insert.ts'
import { addServices } from '#server/services/insert.ts'

import { addDelivery } from './delivery.ts'
import { addEndpoint } from './receiver.ts'

/** Makes the record that an endpoint's path is about, in that account; gives its id. */
export async function addRecord(
  services: Pick<Context, 'store' | 'sealKey'>,
  account: number,
  path: string,
): Promise<number> {
  const { store } = services
  const tenant = new Tenant(store.db, store.dialect, account, 'Test')
  const time = '2026-01-01T00:00:00.000000Z'
  const times = { created_at: time, updated_at: time }
  const addCustomer = () => {
    const person = { name: 'Zoë', last_name: 'Ødegård', email: 'zoe@example.com', phone: '1', business: {} }
    return tenant.insertOne('customers', customerColumns({ ...person, permissions: [], ...times }))
  }
  if (path.includes('/customers/')) return addCustomer()
  if (path.includes('/notes/')) {
    const customer_id = await addCustomer()
    return tenant.insertOne('notes', {
      customer_id,
      description: 'Note added',
      note: 'Prefers email',
      event: 'note',
      subject_id: customer_id,
      subject_type: 'customer',
      subject_title: 'Zoë Ødegård',
      caused_by: 'Test',
      created_at: time,
    })
  }
  if (path.includes('/services/')) {
    const service = {
      name: 'Lettering',
      description: '',
      type: 'service',
      category: 'Design',
      price: 85,
      currency: 'EUR',
      billing_type: 'hourly',
      is_active: true,
      tax_rate: 21,
      unit: 'hour',
      custom_fields: [],
      tags: [],
    }
    const [id] = await tenant.transaction((trx) => addServices(trx, [service]))
    return id as number // one row in, one id out
  }
  if (path.includes('/invoices/')) {
    const invoice = {
      invoice_number: 'INV-1',
      customer_id: 1,
      customer_name: 'Zoë Ødegård',
      customer_email: 'zoe@example.com',
      status: 'draft' as const,
      currency: 'EUR',
      due_date: '2026-01-31',
      lines: [{ description: 'Lettering', quantity: 2, unit_price: 85 }],
    }
    const [id] = await tenant.transaction((trx) => addInvoices(trx, [invoice]))
    return id as number // one row in, one id out
  }
  const { id: webhook } = await addEndpoint(services, account, { url: 'https://hooks.example/' })
  if (!path.includes('/deliveries/:id')) return webhook
  if (path.endsWith('/retry')) return addDelivery(tenant, webhook, { due_at: '2099-01-01T00:00:00.000000Z' })
  return addDelivery(tenant, webhook, {
    status: 'failed',
    error: 'connection refused',
    duration_ms: 3,
    created_at: time,
  })
}
