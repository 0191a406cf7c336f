import { Button, Group, Progress, Text } from '@mantine/core'
import { useSyncExternalStore } from 'react'

import { downloadFile } from '#kit/download-file.ts'
import type { Failure } from '#kit/problem.tsx'
import { toast, untoast } from '#kit/toast.ts'
import { currentDay } from '#lib/calendar.ts'
import { numberText } from '#lib/locale.ts'
import { pluralize } from '#lib/pluralize.ts'
import { type Store, createStore } from '#lib/store.ts'

/** The records to export, and the file's name. */
export interface ExportJob {
  /** The file's name without its ending: `recurring-invoices`. */
  name: string
  /** CSV unless given. */
  ending?: 'zip'
  /** The noun for one of its rows: `customer`. */
  one: string
  /** How many rows it will have, where that is known. */
  total?: number
  /** Makes the file and reports how many rows it has so far. Rejects when aborted. */
  file: (options: { signal: AbortSignal; onRows: (rows: number) => void }) => Promise<Blob>
}

const running = new Set<string>()

/** Makes a file and saves it. A toast shows the progress and can cancel it, whatever screen is open meanwhile. */
export async function exportFile(job: ExportJob): Promise<void> {
  const { name, ending = 'csv', one, total = Infinity, file } = job
  const fileName = `${name}-${currentDay()}.${ending}`
  // `recurring invoices`
  const words = name.replaceAll('-', ' ')
  // A second click before the toast has appeared.
  if (running.has(fileName)) return
  running.add(fileName)
  const id = `export-${name}-${ending}`
  const controller = new AbortController()
  const rows = createStore(0)
  void toast({
    id,
    autoClose: false,
    withCloseButton: false,
    allowClose: false,
    message: <Exporting words={words} total={total} rows={rows} onCancel={() => controller.abort()} />,
  })
  const shown = { id, withCloseButton: true, allowClose: true }
  try {
    const content = await file({ signal: controller.signal, onRows: (count) => rows.set(count) })
    downloadFile(content, fileName)
    await toast.success(`Exported ${pluralize(Math.min(total, rows.get()), one)}`, { id })
  } catch (error) {
    if (controller.signal.aborted) return await untoast(id)
    const again = () => void untoast(id).then(() => exportFile(job))
    await toast({
      ...shown,
      color: 'red',
      title: `Couldn’t export ${words}`,
      message: <Failed error={error as Failure} onAgain={again} />,
    })
  } finally {
    running.delete(fileName)
  }
}

interface ExportingProps {
  words: string
  total: number
  rows: Store<number>
  onCancel: () => void
}

function Exporting({ words, total, rows, onCancel }: ExportingProps) {
  const done = Math.min(total, useSyncExternalStore(rows.subscribe, rows.get))
  const figures = done > 0 ? [done, total].filter(Number.isFinite) : []
  return (
    <>
      <Group justify="space-between" wrap="nowrap" mb="xs">
        <Text size="sm" role="status">
          {`Exporting ${words}… ${figures.map((figure) => numberText(figure)).join(' of ')}`}
        </Text>
        <Button size="compact-sm" variant="default" onClick={onCancel} style={{ flexShrink: 0 }}>
          Cancel
        </Button>
      </Group>
      <Progress value={total === 0 ? 0 : (done / total) * 100} size="xs" aria-label={`Exporting ${words}`} />
    </>
  )
}

function Failed({ error, onAgain }: { error: Failure; onAgain: () => void }) {
  return (
    <>
      <Text size="sm" mb="xs">
        {error.message}.
      </Text>
      <Button size="compact-sm" variant="default" onClick={onAgain}>
        Try again
      </Button>
    </>
  )
}
