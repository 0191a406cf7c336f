import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

import type { DraftStore } from '#lib/drafts.ts'

const debounceMs = 250

interface Options<Values extends FieldValues, Text, Files> {
  /** Undefined until it is known which draft the form saves to. */
  store: DraftStore<Text, Files> | undefined
  form: UseFormReturn<Values>
  /** Values to save; undefined when the form contains nothing that would be lost. */
  contents: () => { readonly text: Text; readonly files: Files } | undefined
  /** Whether an input holds files. */
  isFile?: (path: string) => boolean
}

/** Saves the form as a draft a moment after every change, and at once when the page is hidden. */
export function useDraftAutosave<Values extends FieldValues, Text, Files>({
  store,
  form,
  contents,
  isFile = () => false,
}: Options<Values, Text, Files>) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const lastFiles = useRef<Files>(undefined)
  const isClosed = useRef(false)
  const isUnsaved = useRef(false)
  const changes = useRef(0)
  const [isFailing, setIsFailing] = useState(false)

  const saveNow = async (): Promise<void> => {
    clearTimeout(timer.current)
    if (isClosed.current || !store) return
    const found = contents()
    if (!found) {
      isUnsaved.current = false
      return store.drop()
    }
    // The same object again tells the store that the files need not be written again.
    const before = lastFiles.current
    const files = before !== undefined && hasSameFiles(before, found.files) ? before : copyOf(found.files)
    lastFiles.current = files
    const saved = changes.current
    const isSaved = await store.save(structuredClone(found.text), files)
    // What was changed meanwhile isn't in it.
    if (changes.current === saved) isUnsaved.current = !isSaved
    setIsFailing(!isSaved)
  }

  const saveIfNeeded = () => {
    clearTimeout(timer.current)
    if (isUnsaved.current) void saveNow()
  }
  const saveLater = (path: string | undefined) => {
    if (isClosed.current) return
    isUnsaved.current = true
    changes.current += 1
    clearTimeout(timer.current)
    // Adding a file is complete in itself: it is saved at once.
    timer.current = setTimeout(saveIfNeeded, path !== undefined && isFile(path) ? 0 : debounceMs)
  }
  useFormEvents(form, { onChange: saveLater, onHide: saveIfNeeded })
  const saveEarlierChanges = useEffectEvent(saveIfNeeded)
  useEffect(
    // After the last save, which the effects above make when the form is closed.
    function freeTheSlot() {
      if (store) saveEarlierChanges()
      return () => store?.release()
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
      await store?.drop()
    },
  }
}

interface FormEvents {
  /** `path` is that of the input. */
  onChange: (path: string | undefined) => void
  /** The page is hidden, or the form is closed. */
  onHide: () => void
}

function useFormEvents<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  { onChange, onHide }: FormEvents,
) {
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

/** The form changes its values in place; the files themselves stay what they are. */
function copyOf<Files>(files: Files): Files
function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => copyOf(item))
  if (isFileOrPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, copyOf(part)]))
}

/** Whether two objects hold the same files in the same places. */
function hasSameFiles(before: unknown, now: unknown): boolean {
  const [a, b] = [partsOf(before), partsOf(now)]
  return a.length === b.length && a.every((part, index) => part === b[index])
}

const partsOf = (value: unknown): unknown[] =>
  isFileOrPlain(value) ? [value] : Object.entries(value).flatMap(([key, part]) => [key, ...partsOf(part)])

const isFileOrPlain = (value: unknown): value is Exclude<typeof value, object> | File | null =>
  typeof value !== 'object' || value === null || value instanceof File
