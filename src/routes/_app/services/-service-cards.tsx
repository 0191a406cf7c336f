import { Badge, Card, Checkbox, Group, Skeleton, Text } from '@mantine/core'

import type { Service } from '#contract/services/services.ts'
import { TextLink } from '#kit/link.tsx'
import { listScroll } from '#kit/list/scroll.ts'
import { netPriceText, taxText } from '#lib/money.ts'
import { typeWord } from '#parts/services/service-words.ts'
import { StateBadge } from '#parts/services/state-badge.tsx'

import classes from './-service-cards.module.css'

interface Props {
  /** Undefined while the first answer is on its way. */
  rows: readonly Service[] | undefined
  isStale: boolean
  selected: { has: (id: number) => boolean }
  onSelect: (rows: readonly Service[], isSelected: boolean) => void
}

/** The catalog as a grid of cards. */
export function ServiceCards({ rows, isStale, selected, onSelect }: Props) {
  if (!rows)
    return (
      <div className={classes.cards} aria-hidden>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <Skeleton key={key} height={190} radius="md" />
        ))}
      </div>
    )
  return (
    <div
      className={classes.frame}
      role="region"
      aria-label="Services and products"
      aria-busy={isStale}
      tabIndex={0}
      // The router brings it back to where it was, and to its top when other rows are asked for.
      data-scroll-restoration-id={listScroll}
    >
      <ul className={classes.cards} aria-label="Services and products">
        {rows.map((service) => (
          <Card key={service.id} component="li" withBorder className={classes.card ?? ''} p="md">
            <Group justify="space-between" wrap="nowrap" align="flex-start" mb={4}>
              <Text size="xs" c="dimmed" truncate>
                {typeWord(service.type)} · {service.category}
              </Text>
              <StateBadge isActive={service.is_active} />
            </Group>
            <TextLink
              from="/services/"
              to="."
              search={(old) => ({ ...old, open: service.id })}
              fw={500}
              c="inherit"
              lineClamp={2}
              dir="auto"
            >
              {service.name}
            </TextLink>
            <Text size="sm" c="dimmed" lineClamp={2} mt={4} dir="auto">
              {service.description}
            </Text>
            {service.tags.length > 0 && (
              <Group gap={4} mt="sm">
                {service.tags.slice(0, 4).map((tag) => (
                  <Badge key={tag} size="sm" tt="none" fw={500}>
                    {tag}
                  </Badge>
                ))}
              </Group>
            )}
            <div className={classes.foot}>
              <div className={classes.price}>
                <Text fw={600} className={classes.amount ?? ''}>
                  {netPriceText(service)}
                </Text>
                <Text size="xs" c="dimmed">
                  {taxText(service.tax_rate)}
                </Text>
              </div>
              <Checkbox
                size="sm"
                aria-label={`Select ${service.name}`}
                checked={selected.has(service.id)}
                onChange={({ currentTarget }) => onSelect([service], currentTarget.checked)}
              />
            </div>
          </Card>
        ))}
      </ul>
    </div>
  )
}
