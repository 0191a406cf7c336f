import { mutationOptions } from '@tanstack/react-query'

import type { EmailInput } from '#contract/invoices/emails.ts'
import { sendInvoice } from '#contract/invoices/send.ts'

import { call } from './client.ts'
import { invoices } from './invoices.ts'

/** Sends a draft, and emails it if one is given. `key`: the same for every attempt at the same. */
export const sendDraft = (id: number) =>
  mutationOptions({
    mutationFn: async ({ key, version, email }: { key: string; version: string; email?: EmailInput }) =>
      (await call(sendInvoice, { params: { id }, body: email ? { email } : {}, key, version })).data,
    meta: { stale: invoices.all },
  })
