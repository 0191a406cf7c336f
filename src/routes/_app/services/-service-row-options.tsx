import { Text } from '@mantine/core'

import type { Service } from '#contract/services/services.ts'
import type { RowOptions } from '#kit/list/rows.tsx'
import { Money } from '#kit/money.tsx'
import { priceUnit } from '#lib/money.ts'
import { typeWord } from '#parts/services/service-words.ts'

/** How a service stands in its list. */
export const serviceRowOptions: RowOptions<Service> = {
  id: ({ id }) => id,
  link: ({ id }) => ({ to: '/services', search: (old: object) => ({ ...old, open: id }) }),
  phone: (service) => ({
    detail: `${typeWord(service.type)} · ${service.category}${service.is_active ? '' : ' · Inactive'}`,
    end: <PhonePrice service={service} />,
  }),
}

const PhonePrice = ({ service }: { service: Service }) => (
  <Text component="div" size="sm" ta="end" pe={8} lh={1.3}>
    <Money amount={service.price} currency={service.currency} />
    <Text span display="block" size="xs" c="dimmed">
      {priceUnit(service)}
    </Text>
  </Text>
)
