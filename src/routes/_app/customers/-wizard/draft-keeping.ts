import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'

import { type NewCustomer, emptyCustomer } from '#api/customer-form.ts'
import { type Draft, type DraftDesk, openDraft } from '#lib/drafts.ts'

import type { StepId } from './steps.ts'
import type { Attempt } from './submission.ts'

export interface DraftText {
  customer: Omit<NewCustomer, 'photo' | 'files'>
  visited: readonly StepId[]
  attempt: Attempt | undefined
}
export type DraftFiles = Pick<NewCustomer, 'photo' | 'files'>
export type CustomerDraft = Draft<DraftText, DraftFiles>
export type CustomerDesk = DraftDesk<DraftText, DraftFiles>

export const customerDesk = (account: number, user: number): CustomerDesk =>
  openDraft(`customer:${account}:${user}`)

export const customerOf = ({ text, files }: CustomerDraft): NewCustomer => ({
  ...emptyCustomer(),
  ...text.customer,
  ...files,
})

const restMs = 250

/**
 * Saves the form with its last attempt a moment after every change, and at once when the page is hidden.
 */
export function useDraftKeeping(
  desk: CustomerDesk,
  form: UseFormReturn<NewCustomer, StepId>,
  visited: readonly StepId[],
  attempt: () => Attempt | undefined,
) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const lastFiles = useRef<DraftFiles>(undefined)
  const closed = useRef(false)
  const isUnsaved = useRef(false)
  const firstVisited = useRef(visited)
  const [isFailing, setFailing] = useState(false)

  const saveNow = async (): Promise<void> => {
    clearTimeout(timer.current)
    if (closed.current) return
    const { photo, files, ...customer } = structuredCloneOfTexts(form.getValues())
    const before = lastFiles.current
    // The same object again tells the desk that the files need not be written again.
    const same = before && before.photo === photo && sameFiles(before.files, files)
    const kept = same ? before : { photo, files }
    lastFiles.current = kept
    const saved = await desk.save({ customer, visited, attempt: attempt() }, kept)
    isUnsaved.current = !saved
    setFailing(!saved)
  }
  const save = useRef(saveNow)

  useEffect(function useTheNewestSteps() {
    save.current = saveNow
  })

  useEffect(
    function keepTheSteps() {
      if (visited !== firstVisited.current) void save.current()
    },
    [visited],
  )

  useEffect(
    function keepWriting() {
      const later = ({ name }: { name?: string }) => {
        if (closed.current) return
        isUnsaved.current = true
        clearTimeout(timer.current)
        // A file is one act, not the middle of a word: it is written down at once.
        const isFile = name === 'photo' || name?.startsWith('files')
        timer.current = setTimeout(() => void save.current(), isFile ? 0 : restMs)
      }
      const now = () => {
        if (document.visibilityState === 'hidden' && isUnsaved.current) void save.current()
      }
      const stop = form.subscribe({ formState: { values: true }, callback: later })
      document.addEventListener('visibilitychange', now)
      return () => {
        stop()
        document.removeEventListener('visibilitychange', now)
        clearTimeout(timer.current)
        if (isUnsaved.current) void save.current()
      }
    },
    [form],
  )

  return {
    isFailing,
    isClosed: () => closed.current,
    /** Whether closing the page now would lose something that cannot be written down. */
    isUnsafe: () => isFailing && isUnsaved.current,
    saveNow,
    /** Nothing is written any more, whatever the form still says. */
    close: async () => {
      closed.current = true
      isUnsaved.current = false
      clearTimeout(timer.current)
      await desk.drop()
    },
  }
}

function structuredCloneOfTexts(customer: NewCustomer): NewCustomer {
  return {
    ...customer,
    business: { ...customer.business },
    texts: { ...customer.texts },
    files: { ...customer.files },
    permissions: [...customer.permissions],
  }
}

function sameFiles(before: NewCustomer['files'], now: NewCustomer['files']): boolean {
  const list = (files: NewCustomer['files']) =>
    Object.entries(files).flatMap(([key, of]) => [key, ...(of ?? [])])
  const [a, b] = [list(before), list(now)]
  return a.length === b.length && a.every((item, at) => item === b[at])
}
