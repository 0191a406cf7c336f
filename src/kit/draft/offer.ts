import { useEffect, useEffectEvent, useRef, useState } from 'react'

import type { Draft, DraftStore } from '#lib/drafts.ts'

interface Offer<Text, Files> {
  draft: Draft<Text, Files>
  store: DraftStore<Text, Files>
}

interface Options<Text, Files> {
  /** Opens a store: `newest` with the newest draft that isn't open elsewhere, `empty` beside it. */
  open: (wants: 'newest' | 'empty') => DraftStore<Text, Files>
  /** Another key is another form. */
  of: string
  isWorthOffering: (draft: Draft<Text, Files>) => boolean
}

/**
 * Offers the newest draft that this browser has of a form. Until it is resumed, the form is saved to another slot, so that
 * neither replaces the other. `store` is undefined until the browser has been asked for drafts.
 */
export function useOfferedDraft<Text, Files>({ open, of, isWorthOffering }: Options<Text, Files>) {
  const [store, setStore] = useState<DraftStore<Text, Files>>()
  const [offer, setOffer] = useState<Offer<Text, Files>>()
  const offered = useRef<DraftStore<Text, Files>>(undefined)

  const openNewest = useEffectEvent(() => open('newest'))
  const begin = useEffectEvent((newest: DraftStore<Text, Files>, draft: Draft<Text, Files> | undefined) => {
    if (!draft || !isWorthOffering(draft)) return setStore(newest)
    offered.current = newest
    setOffer({ draft, store: newest })
    const own = open('empty')
    // Its slot is taken now: a page that is being closed has no time for that.
    void own.load()
    setStore(own)
  })
  useEffect(
    function lookForDrafts() {
      let isGone = false
      const newest = openNewest()
      void newest.load().then((draft) => (isGone ? newest.release() : begin(newest, draft)))
      return () => {
        isGone = true
        // The form releases the store it saves to.
        offered.current?.release()
      }
    },
    [of],
  )

  const close = () => {
    offered.current = undefined
    setOffer(undefined)
  }
  return {
    store,
    draft: offer?.draft,
    /** Saves to the offered draft from now on, and returns it. */
    resume: () => {
      if (!offer) return undefined
      setStore(offer.store)
      close()
      return offer.draft
    },
    discard: () => {
      void offer?.store.drop()
      offer?.store.release()
      close()
    },
  }
}
