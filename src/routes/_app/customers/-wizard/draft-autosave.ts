import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'

import type { NewCustomer } from '#api/customer-form.ts'

import type { CustomerDraftStore, DraftFiles } from './customer-draft.ts'
import type { StepId } from './steps.ts'
import type { Attempt } from './submission.ts'

const debounceMs = 250

interface Options {
  store: CustomerDraftStore
  form: UseFormReturn<NewCustomer, StepId>
  visited: readonly StepId[]
  attempt: () => Attempt | undefined
  /** Whether the form contains something that would be lost; otherwise there is nothing to save. */
  hasWork: () => boolean
}

/** Saves the form with its last attempt a moment after every change, and at once when the page is hidden. */
export function useDraftAutosave({ store, form, visited, attempt, hasWork }: Options) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const lastFiles = useRef<DraftFiles>(undefined)
  const isClosed = useRef(false)
  const isUnsaved = useRef(false)
  const [isFailing, setIsFailing] = useState(false)

  const saveNow = async (): Promise<void> => {
    clearTimeout(timer.current)
    if (isClosed.current) return
    if (!hasWork() && !attempt()) {
      isUnsaved.current = false
      return store.drop()
    }
    const { photo, files, ...customer } = structuredCloneOfTexts(form.getValues())
    const before = lastFiles.current
    // The same object again tells the store that the files need not be written again.
    const isSame = before && before.photo === photo && sameFiles(before.files, files)
    lastFiles.current = isSame ? before : { photo, files }
    const isSaved = await store.save({ customer, visited, attempt: attempt() }, lastFiles.current)
    isUnsaved.current = !isSaved
    setIsFailing(!isSaved)
  }

  const saveIfNeeded = () => {
    clearTimeout(timer.current)
    if (isUnsaved.current) void saveNow()
  }
  const saveLater = (name: string | undefined) => {
    if (isClosed.current) return
    isUnsaved.current = true
    clearTimeout(timer.current)
    // Adding a file is complete in itself: it is saved at once.
    const isFile = name === 'photo' || name?.startsWith('files')
    timer.current = setTimeout(saveIfNeeded, isFile ? 0 : debounceMs)
  }
  useFormEvents(form, { onChange: saveLater, onHide: saveIfNeeded })
  const isFirstStep = useRef(true)
  const saveSteps = useEffectEvent(() => void saveNow())
  useEffect(
    function saveTheSteps() {
      if (!isFirstStep.current) saveSteps()
      isFirstStep.current = false
    },
    [visited],
  )
  useEffect(
    // After the last save, which the effects above make when the form is closed.
    function freeTheSlot() {
      return () => store.release()
    },
    [store],
  )

  return {
    isFailing,
    isClosed: () => isClosed.current,
    /** Whether closing the page now would lose something that can't be saved. */
    hasUnsavableChanges: () => isFailing && isUnsaved.current,
    saveNow,
    /** Deletes the draft and saves nothing more. */
    close: async () => {
      isClosed.current = true
      isUnsaved.current = false
      clearTimeout(timer.current)
      await store.drop()
    },
  }
}

interface FormEvents {
  /** `name` is the path of the input. */
  onChange: (name: string | undefined) => void
  /** The page is hidden, or the form is closed. */
  onHide: () => void
}

function useFormEvents(form: Options['form'], { onChange, onHide }: FormEvents) {
  const change = useEffectEvent(onChange)
  const hide = useEffectEvent(onHide)
  useEffect(
    function followTheForm() {
      const stop = form.subscribe({
        formState: { values: true },
        callback: ({ name }: { name?: string }) => change(name),
      })
      const onVisibility = () => {
        if (document.visibilityState === 'hidden') hide()
      }
      document.addEventListener('visibilitychange', onVisibility)
      return () => {
        stop()
        document.removeEventListener('visibilitychange', onVisibility)
        hide()
      }
    },
    [form],
  )
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
    Object.entries(files).flatMap(([key, some]) => [key, ...(some ?? [])])
  const [a, b] = [list(before), list(now)]
  return a.length === b.length && a.every((item, index) => item === b[index])
}
