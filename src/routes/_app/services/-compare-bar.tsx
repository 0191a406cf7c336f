import { Button, Group, Text } from '@mantine/core'

import { FootStrip } from '#kit/foot-strip.tsx'
import { ButtonLink } from '#kit/link.tsx'

import { mostPicked } from './-picked-ids.ts'

interface Props {
  /** As the URL has them. */
  ids: string
  count: number
  onClear: () => void
}

/** How many are picked for a comparison, and the way to it. */
export function CompareBar({ ids, count, onClear }: Props) {
  if (count === 0) return null
  return (
    <FootStrip label="Comparison">
      <Text size="sm" role="status" flex="1 0 auto">
        {count} selected
        {count === 1 && '. Select one more to compare'}
        {count === mostPicked && '. That’s as many as can be compared'}
      </Text>
      <Group gap="xs">
        <Button variant="default" onClick={onClear}>
          Clear selection
        </Button>
        {count > 1 && (
          <ButtonLink to="/services/compare" search={{ ids }}>
            Compare
          </ButtonLink>
        )}
      </Group>
    </FootStrip>
  )
}
