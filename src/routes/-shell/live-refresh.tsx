import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { followChanges } from '#api/live.ts'

/** Keeps what is on the screen up to date, where the service tells what changes. */
export function LiveRefresh() {
  const queryClient = useQueryClient()
  useEffect(
    function follow() {
      return followChanges(queryClient)
    },
    [queryClient],
  )
  return null
}
