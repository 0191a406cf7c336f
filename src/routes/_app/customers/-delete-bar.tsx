import { Affix, Button, Group, Paper, Text } from '@mantine/core'
import { Suspense, useState } from 'react'

import { lazyWithRetry } from '#kit/lazy-with-retry.ts'

import { type Selection, countOf } from './-deletion.tsx'

const DeleteDialog = lazyWithRetry(async () => (await import('./-delete-dialog.tsx')).DeleteDialog)

/** The bar under a selection, with the way to delete it. */
export function DeleteBar({ selection, onClear }: { selection: Selection; onClear: () => void }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Affix position={{ bottom: 16, left: 16, right: 16 }}>
        <Paper withBorder shadow="md" p="sm" maw={520} mx="auto" role="status">
          <Group justify="space-between">
            <Text size="sm" fw={550}>
              {countOf(selection.size)} selected
            </Text>
            <Group gap="xs">
              <Button size="sm" variant="default" onClick={onClear}>
                Clear
              </Button>
              <Button size="sm" color="red.9" onClick={() => setAsking(true)}>
                Delete
              </Button>
            </Group>
          </Group>
        </Paper>
      </Affix>
      {asking && (
        <Suspense>
          <DeleteDialog selection={selection} onClose={() => setAsking(false)} onDeleting={onClear} />
        </Suspense>
      )}
    </>
  )
}
