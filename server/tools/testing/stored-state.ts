type Get = (url: string) => Promise<{ readonly data: unknown; readonly meta?: { readonly total: number } }>
type Json = Readonly<Record<string, unknown>>

/** What is compared of a record, wherever it occurs: amounts, statuses, days and who it is about. */
const compared = [
  ['id', 'number', 'invoice_number', 'credit_number', 'name', 'title', 'status', 'currency', 'count'],
  ['customer_id', 'customer_name', 'due_date', 'period_on', 'month', 'bucket', 'editions', 'edition'],
  ['total_amount', 'amount', 'amount_due', 'amount_paid', 'amount_credited', 'amount_to_refund'],
  ['net_amount', 'open_amount', 'price', 'unit_price', 'total', 'quantity', 'discount', 'tax_rate', 'kind'],
  ['paid_on', 'method', 'starts_on', 'ends_on', 'next_on', 'frequency', 'sha256', 'hashed'],
  ['starts_at', 'ends_at', 'time_zone', 'description', 'place', 'url', 'events'],
].flat()
/** Lists of such records within a record. */
const nested = [
  ['line_items', 'payments', 'credit_notes', 'adjustments', 'invoices', 'conversions'],
  ['receivables', 'ageing', 'overdue', 'revenue', 'recurring_revenue', 'currencies', 'by_currency'],
].flat()

/** Returns what is compared of a response. */
function comparedOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparedOf)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]): [string, unknown][] => {
      if (nested.includes(name)) return [[name, comparedOf(part)]]
      if (name === 'answer') return [[name, part && answerOf(part as Json)]]
      return compared.includes(name) ? [[name, part]] : []
    }),
  )
}

/** Without the name of the key that recorded it, which each engine's database has its own of. */
const answerOf = ({ kind, name, at }: Json) => ({ kind, name, at })

const lists = [
  'invoices?limit=100&sort=id',
  'x/credit-notes?limit=100',
  'x/invoice-schedules?limit=100',
  'x/plans?limit=100',
  'x/subscriptions?limit=100',
  'services?limit=100&sort=price',
  'x/proposals?limit=100',
  'x/contracts?limit=100',
  'x/meetings?when=upcoming&limit=100',
  'x/meetings?when=canceled&limit=100',
  'x/invoice-balances?ids=1,2,3,4,5,6,7,8,9,10,11,12',
  'x/invoice-totals',
  'x/overview',
] as const

const singles = [
  ['x/invoices', 'invoices?limit=100&sort=id'],
  ['x/credit-notes', 'x/credit-notes?limit=100'],
  ['x/invoice-schedules', 'x/invoice-schedules?limit=100'],
  ['x/plans', 'x/plans?limit=100'],
  ['x/subscriptions', 'x/subscriptions?limit=100'],
  ['x/proposals', 'x/proposals?limit=100'],
  ['x/contracts', 'x/contracts?limit=100'],
] as const

/** Reads amounts, statuses and sums of everything that an account bills, by the address that answers with them. */
export async function readState(get: Get): Promise<Record<string, unknown>> {
  const state: Record<string, unknown> = {}
  const read = async (path: string) => {
    const { data } = await get(`/api/${path}`)
    state[path] = comparedOf(data)
    return data
  }
  const readVersions = async (path: string) => {
    const versions = (await get(`/api/${path}`)).data as { edition: number }[]
    const whole = versions.map(async ({ edition }) => (await get(`/api/${path}/${edition}`)).data)
    state[path] = comparedOf(await Promise.all(whole))
  }
  for (const path of lists) await read(path)
  for (const [path, list] of singles)
    for (const { id } of state[list] as { id: number }[]) {
      await read(`${path}/${id}`)
      if (path === 'x/proposals' || path === 'x/contracts') await readVersions(`${path}/${id}/versions`)
    }
  const invoices = state['invoices?limit=100&sort=id'] as Json[]
  for (const currency of new Set(invoices.map((invoice) => String(invoice['currency']))))
    await read(`x/invoice-totals?currency=${currency}`)
  return state
}
