import { Button, Group, Modal, Progress, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'

import { byteOrderMark, csvLines } from '../lib/csv.ts'
import type { ListColumn } from './list-columns.tsx'
import { type Failure, InlineProblem } from './problem.tsx'
import { saveFile } from './save-file.ts'

interface Props<Row> {
  /** What the file is called, and what it holds: `customers`. */
  name: string
  columns: readonly ListColumn<Row>[]
  /** Everything that the list's filter finds, in pieces. */
  pages: (signal: AbortSignal) => AsyncIterable<{ rows: readonly Row[]; total: number }>
  disabled?: boolean
}

type Progressing =
  | { kind: 'idle' }
  | { kind: 'running'; done: number; total: number | undefined }
  | { kind: 'done'; rows: number }
  | { kind: 'failed'; error: Failure }

/** Writes the whole list, as far as its filter and its columns go, into a CSV file. */
export function ListExport<Row>({ name, columns, pages, disabled = false }: Props<Row>) {
  const [state, setState] = useState<Progressing>({ kind: 'idle' })
  const stop = useRef<AbortController>(undefined)
  useEffect(function stopWhenLeft() {
    return () => stop.current?.abort()
  }, [])

  const close = () => {
    stop.current?.abort()
    setState({ kind: 'idle' })
  }
  const run = async () => {
    const { signal } = (stop.current = new AbortController())
    setState({ kind: 'running', done: 0, total: undefined })
    try {
      const parts = [byteOrderMark, csvLines([columns.map(({ label }) => label)])]
      let done = 0
      for await (const { rows, total } of inPieces(pages(signal))) {
        if (signal.aborted) return
        parts.push(csvLines(rows.map((row) => columns.map(({ text }) => text(row)))))
        done += rows.length
        setState({ kind: 'running', done, total })
      }
      saveFile(new Blob(parts, { type: 'text/csv;charset=utf-8' }), `${name}-${today()}.csv`)
      setState({ kind: 'done', rows: done })
    } catch (error) {
      if (!signal.aborted) setState({ kind: 'failed', error: error as Failure })
    }
  }

  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        disabled={disabled}
        onClick={() => void run()}
      >
        Export
      </Button>
      <Modal
        opened={state.kind !== 'idle'}
        onClose={close}
        title={`Export ${name}`}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {state.kind === 'running' && <Running {...state} />}
        {state.kind === 'done' && (
          <Text size="sm" role="status">
            {count.format(state.rows)} {name} are in the file that your browser has just saved.
          </Text>
        )}
        {state.kind === 'failed' && <InlineProblem error={state.error} />}
        <Group justify="flex-end" mt="md">
          {state.kind === 'failed' && <Button onClick={() => void run()}>Try again</Button>}
          <Button variant="default" onClick={close}>
            {state.kind === 'running' ? 'Cancel' : 'Done'}
          </Button>
        </Group>
      </Modal>
    </>
  )
}

function Running({ done, total }: { done: number; total: number | undefined }) {
  const share = total ? Math.min(100, (done / total) * 100) : 0
  return (
    <>
      <Text size="sm" mb="xs">
        {total === undefined ? 'Asking …' : `${count.format(done)} of ${count.format(total)}`}
      </Text>
      <Progress.Root size="lg">
        <Progress.Section value={share} aria-label="Exported" />
      </Progress.Root>
    </>
  )
}

const pieceRows = 2_000

/** Smaller pieces, and a breath between them: a long list must neither stop the page nor the button that cancels. */
async function* inPieces<Row>(pages: AsyncIterable<{ rows: readonly Row[]; total: number }>) {
  for await (const { rows, total } of pages) {
    for (let at = 0; at < rows.length; at += pieceRows) {
      yield { rows: rows.slice(at, at + pieceRows), total }
      await new Promise((resolve) => setTimeout(resolve))
    }
  }
}

const count = new Intl.NumberFormat('en-GB')

/** YYYY-MM-DD where the person is. */
const today = () => new Intl.DateTimeFormat('sv-SE').format(new Date())
