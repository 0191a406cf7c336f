import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Suspense, useEffect, useRef, useState } from 'react'

import { downloadFile } from '#kit/download-file.ts'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import type { Failure } from '#kit/problem.tsx'
import { currentDay } from '#lib/calendar.ts'
import { byteOrderMark, csvLines } from '#lib/csv.ts'

import type { ListColumn } from './columns.tsx'
import type { Exporting } from './parts/export-dialog.tsx'

interface Props<Row> {
  /** What the file is called, and what it holds: `customers`. */
  name: string
  columns: readonly ListColumn<Row>[]
  /** Everything that the list's filter finds, in pieces. */
  pages: (signal: AbortSignal) => AsyncIterable<{ rows: readonly Row[]; total: number }>
  disabled?: boolean
}

const ListExportDialog = lazyWithRetry(
  async () => (await import('./parts/export-dialog.tsx')).ListExportDialog,
)

/** Writes the whole list, as far as its filter and its columns go, into a CSV file. */
export function ListExport<Row>({ name, columns, pages, disabled = false }: Props<Row>) {
  const [state, setState] = useState<Exporting>({ kind: 'idle' })
  const stop = useRef<AbortController>(undefined)
  useEffect(function stopWhenLeft() {
    return () => stop.current?.abort()
  }, [])

  const close = () => {
    stop.current?.abort()
    stop.current = undefined
    setState({ kind: 'idle' })
  }
  const run = async () => {
    // A second click that comes before the dialog.
    if (stop.current) return
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
      // Stopped in the breath after the last piece.
      if (signal.aborted) return
      stop.current = undefined
      downloadFile(new Blob(parts, { type: 'text/csv;charset=utf-8' }), `${name}-${currentDay()}.csv`)
      setState({ kind: 'done', rows: done })
    } catch (error) {
      if (signal.aborted) return
      stop.current = undefined
      setState({ kind: 'failed', error: error as Failure })
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
      {state.kind !== 'idle' && (
        <Suspense>
          <ListExportDialog name={name} state={state} onAgain={() => void run()} onClose={close} />
        </Suspense>
      )}
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
