import { Checkbox, ScrollArea, Stack, Text } from '@mantine/core'

interface Props {
  chosen: readonly string[]
  known: readonly { readonly name: string; readonly count: number }[]
  isCounted: boolean
  onTag: (tag: string, isChosen: boolean) => void
}

/** The tags of services, each to be chosen or not. */
export const TagPicker = ({ chosen, known, isCounted, onTag }: Props) => (
  <ScrollArea.Autosize mah={200} type="auto" offsetScrollbars>
    <Stack gap="xs" pt={4}>
      {known.map(({ name, count }) => (
        <Checkbox
          key={name}
          checked={chosen.includes(name)}
          onChange={({ currentTarget }) => onTag(name, currentTarget.checked)}
          label={
            <>
              {name}{' '}
              {isCounted && (
                <Text span size="sm" c="dimmed">
                  {count}
                </Text>
              )}
            </>
          }
        />
      ))}
    </Stack>
  </ScrollArea.Autosize>
)
