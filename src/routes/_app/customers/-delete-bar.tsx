import { Affix, Button, Group, List, Modal, Paper, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { customers } from '../../../api/customers.ts'
import { InlineProblem } from '../../../kit/problem.tsx'

/** Who is selected, across pages: id → name. */
export type Selection = ReadonlyMap<number, string>

interface Props {
  selection: Selection
  onClear: () => void
  /** They are about to go: hide them. */
  onPending: (ids: readonly number[]) => void
  /** The deletion was undone, done or refused: show what there is. */
  onSettled: () => void
}

const undoMs = 5_000
const namedAtMost = 10

/** The bar under a selection: ask, then five seconds to undo, then one call. */
export function DeleteBar({ selection, onClear, onPending, onSettled }: Props) {
  const [asking, setAsking] = useState(false)
  const [pending, setPending] = useState<readonly number[]>([])
  const [said, setSaid] = useState('')
  const remove = useMutation({ ...customers.remove(), onSettled })
  const { mutate } = remove

  useEffect(
    function sendAfterGrace() {
      if (pending.length === 0) return undefined
      const send = () => {
        setPending([])
        mutate(pending, { onSuccess: () => setSaid(`${count(pending.length)} deleted`) })
      }
      const timer = setTimeout(send, undoMs)
      // Closing the tab means "go on", not "forget it".
      const flush = () => {
        clearTimeout(timer)
        send()
      }
      addEventListener('pagehide', flush)
      return () => {
        clearTimeout(timer)
        removeEventListener('pagehide', flush)
      }
    },
    [pending, mutate],
  )

  const names = [...selection.values()]
  const confirm = () => {
    setAsking(false)
    setSaid('')
    setPending([...selection.keys()])
    onPending([...selection.keys()])
  }
  const undo = () => {
    setPending([])
    onSettled()
  }
  const isVisible = selection.size > 0 || pending.length > 0 || said !== '' || remove.error !== null

  return (
    <>
      {isVisible && (
        <Affix position={{ bottom: 16, left: 16, right: 16 }}>
          <Paper withBorder shadow="md" p="sm" maw={560} mx="auto" role="status">
            {pending.length > 0 ? (
              <Group justify="space-between">
                <Text size="sm">Deleting {count(pending.length)} …</Text>
                <Button size="sm" variant="default" onClick={undo}>
                  Undo
                </Button>
              </Group>
            ) : selection.size > 0 ? (
              <Group justify="space-between">
                <Text size="sm">{count(selection.size)} selected</Text>
                <Group gap="xs">
                  <Button size="sm" variant="default" onClick={onClear}>
                    Clear
                  </Button>
                  <Button size="sm" color="red.9" onClick={() => setAsking(true)}>
                    Delete
                  </Button>
                </Group>
              </Group>
            ) : (
              <Group justify="space-between">
                {remove.error ? <InlineProblem error={remove.error} /> : <Text size="sm">{said}</Text>}
                <Button
                  size="sm"
                  variant="default"
                  onClick={() => {
                    setSaid('')
                    remove.reset()
                  }}
                >
                  Close
                </Button>
              </Group>
            )}
          </Paper>
        </Affix>
      )}
      <Modal
        opened={asking}
        onClose={() => setAsking(false)}
        title={`Delete ${count(selection.size)}?`}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Text size="sm" mb="xs">
          Their files, notes and values go with them. Invoices stay.
        </Text>
        <List size="sm" mb="md">
          {[...selection].slice(0, namedAtMost).map(([id, name]) => (
            <List.Item key={id}>{name}</List.Item>
          ))}
        </List>
        {names.length > namedAtMost && <Text size="sm">and {names.length - namedAtMost} more</Text>}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => setAsking(false)}>
            Keep them
          </Button>
          <Button color="red.9" onClick={confirm}>
            Delete {count(selection.size)}
          </Button>
        </Group>
      </Modal>
    </>
  )
}

const count = (number: number) => `${number} ${number === 1 ? 'customer' : 'customers'}`
