import { infiniteQueryOptions, keepPreviousData, mutationOptions } from '@tanstack/react-query'

import { type AuditFilter, exportAuditLog, listAuditLog, setAuditRetention } from '#contract/account/audit.ts'

import { call } from './client.ts'
import { type Export, download } from './download.ts'

/** Who did what in the account, where the service has it (`audit-log`). */
export const auditLog = {
  all: ['audit-log'] as const,
  list: (filter: AuditFilter) =>
    infiniteQueryOptions({
      queryKey: [...auditLog.all, filter] as const,
      queryFn: ({ pageParam: before, signal }) =>
        call(listAuditLog, { query: { ...filter, ...(before !== null && { before }) } }, signal),
      initialPageParam: null as string | null,
      getNextPageParam: ({ meta }) => meta.next,
      placeholderData: keepPreviousData,
      // What was just done is what people look for; nothing announces it.
      staleTime: 0,
    }),
  file:
    (filter: AuditFilter): Export =>
    (options) =>
      download(exportAuditLog, { query: { ...filter } }, options),
  setRetention: () =>
    mutationOptions({
      mutationFn: (keep_days: 90 | 365 | 730 | 1825 | null) =>
        call(setAuditRetention, { body: { keep_days } }),
      meta: { stale: auditLog.all },
    }),
}
