import { Text } from '@mantine/core'

import { abilityName } from '#lib/ability-name.ts'

interface Props {
  ability: string
  /** The permitted action, as the end of “You need the … permission to”. */
  to: string
}

/** Why an action isn’t available: the permission that it takes. */
export const NeedsPermission = ({ ability, to }: Props) => (
  <Text size="sm" c="dimmed">
    You need the “{abilityName(ability)}” permission to {to}
  </Text>
)
