import { type QueryClient, keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'

import {
  type Import,
  type ImportFixes,
  type ImportKind,
  type ImportMapping,
  type ImportOutcome,
  customerImports,
  serviceImports,
} from '#contract/imports.ts'

import { call, upload } from './client.ts'
import { download } from './download.ts'
import { fromB } from './page.ts'

const contractOf = { customers: customerImports, services: serviceImports } as const

/** Whether the service works on an import right now. */
export const isAtWork = ({ state }: Pick<Import, 'state'>): boolean =>
  state === 'checking' || state === 'running'

const pollEveryMs = 1_000

/** A CSV file to upload. */
export interface ImportUpload {
  readonly file: File
  /** The same for every attempt, so that a lost response doesn't upload it twice. */
  readonly key: string
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

/** Imports of CSV files. */
export const imports = {
  all: ['imports'] as const,
  list: (kind: ImportKind) =>
    queryOptions({
      queryKey: [...imports.all, kind, 'list'] as const,
      queryFn: async ({ signal }) => (await call(contractOf[kind].list, {}, signal)).data,
      refetchInterval: ({ state }) => (state.data?.some(isAtWork) ? 2 * pollEveryMs : false),
    }),
  one: (kind: ImportKind, id: number) =>
    queryOptions({
      queryKey: [...imports.all, kind, 'one', id] as const,
      queryFn: async ({ signal }) => (await call(contractOf[kind].show, { params: { id } }, signal)).data,
      refetchInterval: ({ state }) => (state.data && isAtWork(state.data) ? pollEveryMs : false),
    }),
  rows: (kind: ImportKind, id: number, query: { outcome: ImportOutcome; page: number; limit: number }) =>
    queryOptions({
      queryKey: [...imports.all, kind, 'rows', id, query] as const,
      queryFn: async ({ signal }) =>
        fromB(await call(contractOf[kind].rows, { params: { id }, query }, signal)),
      placeholderData: keepPreviousData,
    }),
  upload: (client: QueryClient, kind: ImportKind) =>
    mutationOptions({
      mutationFn: async ({ file, ...options }: ImportUpload) => {
        const form = new FormData()
        form.append('file', file)
        const { data } = await upload(contractOf[kind].upload, form, options)
        client.setQueryData(imports.one(kind, data.id).queryKey, data)
        return data
      },
    }),
  check: (client: QueryClient, kind: ImportKind) =>
    mutationOptions({
      mutationFn: async ({ id, mapping }: { id: number; mapping: ImportMapping }) =>
        keep(client, kind, (await call(contractOf[kind].check, { params: { id }, body: mapping })).data),
    }),
  /** Values in place of those of the file; all rows are checked again. */
  fix: (client: QueryClient, kind: ImportKind) =>
    mutationOptions({
      mutationFn: async ({ id, ...fixes }: ImportFixes & { id: number }) =>
        keep(client, kind, (await call(contractOf[kind].fix, { params: { id }, body: fixes })).data),
    }),
  /** `start` also continues what was stopped. */
  act: (client: QueryClient, kind: ImportKind) =>
    mutationOptions({
      mutationFn: async ({
        act,
        ...one
      }: {
        act: 'start' | 'stop' | 'cancel'
        id: number
        checks: number
      }) => {
        const params = { id: one.id }
        const { data } =
          act === 'start'
            ? await call(contractOf[kind].start, { params, body: { checks: one.checks } })
            : await call(contractOf[kind][act], { params })
        return keep(client, kind, data)
      },
    }),
  /** The rows that failed, as a CSV file. */
  failed: (kind: ImportKind, id: number, signal: AbortSignal) =>
    download(contractOf[kind].failed, { params: { id } }, { signal }),
} as const

function keep(client: QueryClient, kind: ImportKind, data: Import): Import {
  client.setQueryData(imports.one(kind, data.id).queryKey, data)
  void client.invalidateQueries({ queryKey: imports.list(kind).queryKey })
  return data
}
