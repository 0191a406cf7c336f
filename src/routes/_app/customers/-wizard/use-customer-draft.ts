import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { type NewCustomer, customerFingerprint, emptyCustomer } from '#api/customer-form.ts'
import type { CustomFieldConfig } from '#contract/custom-fields.ts'

import {
  type CustomerDraft,
  type CustomerDraftStore,
  customerOf,
  openCustomerDraft,
} from './customer-draft.ts'
import type { StepId } from './steps.ts'
import type { Attempt } from './submission.ts'

/** What a form begins with, and where it is saved. */
export interface Start {
  /** Another start is another form. */
  round: number
  store: CustomerDraftStore
  customer: NewCustomer
  visited: readonly StepId[]
  attempt: Attempt | undefined
}

interface Offer {
  draft: CustomerDraft
  store: CustomerDraftStore
}

interface Options {
  account: number
  user: number
  fields: readonly CustomFieldConfig[]
  untouched: NewCustomer
}

/**
 * Starts with an empty form and offers the newest draft of this browser beside it. The empty form is saved to another slot, so
 * that neither replaces the other. `start` is undefined until the browser has been asked for drafts.
 */
export function useCustomerDraft({ account, user, fields, untouched }: Options) {
  const [start, setStart] = useState<Start>()
  const [offer, setOffer] = useState<Offer>()
  const offered = useRef<CustomerDraftStore>(undefined)

  // What the account's fields are by then, not a reason to look again.
  const begin = useEffectEvent((newest: CustomerDraftStore, draft: CustomerDraft | undefined) => {
    const isOffered = draft !== undefined && !isEmpty(draft, fields)
    const store = isOffered ? openCustomerDraft(account, user, 'empty') : newest
    if (isOffered) {
      offered.current = newest
      setOffer({ draft, store: newest })
      // Its slot is taken now: a page that is being closed has no time for that.
      void store.load()
    }
    setStart({ round: 0, store, customer: untouched, visited: [], attempt: undefined })
  })
  useEffect(
    function lookForDrafts() {
      let isGone = false
      const newest = openCustomerDraft(account, user, 'newest')
      void newest.load().then((draft) => (isGone ? newest.release() : begin(newest, draft)))
      return () => {
        isGone = true
        // The form releases the store it saves to.
        offered.current?.release()
      }
    },
    [account, user],
  )

  const close = () => {
    offered.current = undefined
    setOffer(undefined)
  }
  return {
    start,
    draft: offer?.draft,
    resume: () => {
      if (!offer) return
      const { draft, store } = offer
      const { visited, attempt } = draft.text
      setStart({ round: 1, store, customer: customerOf(draft), visited, attempt })
      close()
    },
    discard: () => {
      void offer?.store.drop()
      offer?.store.release()
      close()
    },
  }
}

const isEmpty = (draft: CustomerDraft, fields: readonly CustomFieldConfig[]) =>
  customerFingerprint(customerOf(draft), fields) === customerFingerprint(emptyCustomer(), fields)
