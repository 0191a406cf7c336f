import type { DeliveryFilter } from '#api/deliveries.ts'
import { deliveryFilter, deliveryStatuses } from '#contract/webhooks/delivery-filter.ts'
import { type ListFilter, choice, chipText, period } from '#kit/list/filters/filter.tsx'
import { pastPresets } from '#lib/calendar.ts'
import { capitalized } from '#lib/capitalized.ts'

/** The filters of a delivery history; `events` are those to choose from. */
export const deliveryFilters = (events: readonly string[]): readonly ListFilter<DeliveryFilter>[] => [
  choice({
    label: 'Status',
    name: 'status',
    options: deliveryStatuses.map((value) => ({ value, label: capitalized(value) })),
  }),
  choice({ label: 'Event', name: 'event', options: events.map((value) => ({ value, label: value })) }),
  {
    label: 'Response code',
    off: { code: undefined },
    params: ['code'],
    chip: ({ code }) => chipText('Response code', code === undefined ? [] : [code]),
    control: ({ TypedControl }, { search: { code = '' }, error, change }) => (
      <TypedControl
        label="Response code"
        placeholder="404 or 4xx"
        value={code}
        error={error}
        problem={(text) => (codeIn(text).success ? undefined : 'Enter 404 or 4xx')}
        onText={(text) => change({ code: codeIn(text).data })}
      />
    ),
  },
  period({
    label: 'Sent',
    from: 'from',
    to: 'to',
    none: undefined,
    presets: pastPresets,
    params: ['from', 'to'],
  }),
]

const codeIn = (text: string) => deliveryFilter.code.safeParse(text === '' ? undefined : text.toLowerCase())
