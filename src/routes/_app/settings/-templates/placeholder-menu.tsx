import { Button, Menu, Text } from '@mantine/core'
import { IconBraces } from '@tabler/icons-react'

import { type Placeholder, type TemplateKind, placeholdersOf } from '#contract/values/placeholders.ts'

import { placeholderNames } from './template-words.ts'

interface Props {
  kind: TemplateKind
  onInsert: (name: Placeholder) => void
}

/** Placeholders that can be inserted where the caret was last. */
export const PlaceholderMenu = ({ kind, onInsert }: Props) => (
  <Menu position="bottom-end" width={320}>
    <Menu.Target>
      <Button variant="default" size="xs" leftSection={<IconBraces size={14} aria-hidden />}>
        Insert placeholder
      </Button>
    </Menu.Target>
    <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
      {placeholdersOf[kind].map((name) => (
        <Menu.Item key={name} onClick={() => onInsert(name)}>
          {placeholderNames[name]}
          <Text size="xs" c="dimmed" component="div">{`{{${name}}}`}</Text>
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
)
