import { mutationOptions, queryOptions } from '@tanstack/react-query'

import {
  type Template,
  showPlaceholderValues,
  templateParts,
  templates as contract,
} from '#contract/account/templates.ts'
import type { PlaceholderValues, TemplateKind } from '#contract/values/placeholders.ts'

import { attachmentMutations } from './attachments.ts'
import { call } from './client.ts'
import { recordQueries } from './record-queries.ts'

/** The record that placeholders stand for something of; the company alone without any. */
export interface PlaceholderSource {
  readonly invoice_id?: number
  readonly proposal_id?: number
  readonly contract_id?: number
  readonly customer_id?: number
}

const all = ['templates'] as const

/** Templates of documents and emails. */
export const templates = {
  all,
  ...recordQueries(contract, all),
  /** Those of a kind, or all, by kind and name. */
  list: (kind?: TemplateKind) =>
    queryOptions({
      queryKey: [...all, 'list', kind ?? null] as const,
      queryFn: async ({ signal }) => (await call(contract.list, { query: { kind } }, signal)).data,
    }),
  /** Values of placeholders. */
  values: (source: PlaceholderSource) =>
    queryOptions({
      queryKey: [...all, 'values', source] as const,
      queryFn: async ({ signal }) =>
        (await call(showPlaceholderValues, { query: { ...source } }, signal)).data as PlaceholderValues,
      // They change with every record, so what was read before isn’t shown again.
      gcTime: 0,
    }),
  /** How the files of a template are attached and removed. */
  attachments: (id: number) => attachmentMutations(templateParts, id, all),
  remove: () =>
    mutationOptions({
      mutationFn: async ({ id, version }: Pick<Template, 'id' | 'version'>) =>
        call(contract.remove, { params: { id }, version: `"${version}"` }),
      meta: { stale: all },
    }),
}
