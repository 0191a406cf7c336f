import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'

import {
  type MeetingInput,
  type MeetingTime,
  listMeetingEmails,
  listMeetingPeople,
  showMeetingCalendar,
  meetings as contract,
} from '#contract/meetings.ts'

import { call } from './client.ts'
import { download } from './download.ts'
import { fromB } from './page.ts'

interface Save {
  readonly input: MeetingInput
  readonly key: string
  readonly version: string
}

interface MeetingQuery {
  readonly page: number
  readonly size: number
  readonly when: MeetingTime
  readonly search?: string | undefined
  readonly customer?: number | undefined
}

const stale = { stale: ['meetings'] }

/** Meetings and their invitations; all of it needs `meetings`. */
export const meetings = {
  all: ['meetings'] as const,
  list: ({ page, size, when, search, customer }: MeetingQuery) =>
    queryOptions({
      queryKey: [...meetings.all, 'list', { page, size, when, search, customer }] as const,
      queryFn: async ({ signal }) => {
        const query = { page, limit: size, when, search: search || undefined, customer_id: customer }
        return fromB(await call(contract.list, { query }, signal))
      },
      placeholderData: keepPreviousData,
    }),
  one: (id: number) =>
    queryOptions({
      queryKey: [...meetings.all, 'one', id] as const,
      queryFn: async ({ signal }) => (await call(contract.show, { params: { id } }, signal)).data,
    }),
  emails: (id: number) =>
    queryOptions({
      queryKey: [...meetings.all, 'emails', id] as const,
      queryFn: async ({ signal }) => (await call(listMeetingEmails, { params: { id } }, signal)).data,
    }),
  /** The people who work in the account. */
  people: () =>
    queryOptions({
      queryKey: [...meetings.all, 'people'] as const,
      queryFn: async ({ signal }) => (await call(listMeetingPeople, {}, signal)).data,
    }),
  create: () =>
    mutationOptions({
      mutationFn: async ({ input, key }: Save) => (await call(contract.create, { body: input, key })).data,
      meta: stale,
    }),
  update: (id: number) =>
    mutationOptions({
      mutationFn: async ({ input, ...attempt }: Save) =>
        (await call(contract.update, { params: { id }, body: input, ...attempt })).data,
      meta: stale,
    }),
  cancel: (id: number) =>
    mutationOptions({
      mutationFn: async ({ notify, ...attempt }: Omit<Save, 'input'> & { readonly notify: boolean }) =>
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
      mutationFn: () =>
        download(
          showMeetingCalendar,
          { params: { id } },
          { signal: new AbortController().signal, type: 'text/calendar' },
        ),
    }),
}
