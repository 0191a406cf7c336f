import { mutationOptions, queryOptions } from '@tanstack/react-query'

import {
  type MeetingTime,
  listMeetingEmails,
  showMeetingCalendar,
  meetings as contract,
} from '#contract/meetings/meetings.ts'
import type { MeetingSummary } from '#contract/meetings/summary.ts'
import type { MeetingSort } from '#contract/wire/list-sorts.ts'

import { call } from './client.ts'
import { download } from './download.ts'
import { everyPage, fromB, largestPage } from './page.ts'
import { type Attempt, type PageQuery, pageQuery, recordQueries } from './record-queries.ts'

interface MeetingQuery extends PageQuery {
  readonly when: MeetingTime
  readonly search?: string | undefined
  readonly customer?: number | undefined
  /** Somebody of the account who is invited. */
  readonly person?: number | undefined
  readonly sort?: MeetingSort | undefined
}

const all = ['meetings'] as const
const stale = { stale: all }

/** Meetings and their invitations. */
export const meetings = {
  all,
  ...recordQueries(contract, all),
  list: ({ when, search, customer, person, sort, ...page }: MeetingQuery) =>
    pageQuery(contract.list, all, page, { when, search, customer_id: customer, staff_id: person, sort }),
  /** Every meeting between two wire datetimes that isn’t canceled; of that person, unless of everyone. */
  between: (from: string, to: string, person?: number) =>
    queryOptions({
      queryKey: [...all, 'between', from, to, person] as const,
      queryFn: async ({ signal }) => {
        const query = { from, to, staff_id: person, sort: 'starts_at', limit: largestPage } as const
        const found: MeetingSummary[] = []
        for await (const { rows } of everyPage(async (page) =>
          fromB(await call(contract.list, { query: { ...query, page } }, signal)),
        ))
          found.push(...rows.filter(({ status }) => status !== 'canceled'))
        return found
      },
    }),
  emails: (id: number) =>
    queryOptions({
      queryKey: [...all, 'emails', id] as const,
      queryFn: async ({ signal }) => (await call(listMeetingEmails, { params: { id } }, signal)).data,
    }),
  cancel: (id: number) =>
    mutationOptions({
      mutationFn: async ({ notify, ...attempt }: Attempt & { readonly notify: boolean }) =>
        (await call(contract.actions.cancel, { params: { id }, body: { notify }, ...attempt })).data,
      meta: stale,
    }),
  invite: (id: number) =>
    mutationOptions({
      mutationFn: async ({ key }: { readonly key: string }) =>
        (await call(contract.actions.invite, { params: { id }, key })).data,
      meta: stale,
    }),
  calendar: (id: number) =>
    mutationOptions({
      mutationFn: () => download(showMeetingCalendar, { params: { id } }),
    }),
}
