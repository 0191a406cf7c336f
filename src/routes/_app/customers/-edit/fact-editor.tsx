import { ActionIcon, TextInput } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'

import { session } from '#api/session.ts'
import type { Failure } from '#kit/problem.tsx'
import { prepareToasts, toast } from '#kit/toast.ts'

import { type FactChange, changeFact } from './change-fact.ts'

import classes from './fact-editor.module.css'

prepareToasts()

interface Props extends Pick<FactChange, 'path'> {
  customerId: number
  label: string
  /** What it is now. */
  value: string
  onClose: () => void
}

/** Changes a value in its place: Enter saves, Escape leaves it as it was. */
export function FactEditor({ customerId, path, label, value, onClose }: Props) {
  const client = useQueryClient()
  const { data: current } = useSuspenseQuery(session.current())
  const [text, setText] = useState(value)
  const [problem, setProblem] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const inFlight = useRef(false)
  const base = useRef(value)
  const input = useRef<HTMLInputElement>(null)
  useEffect(function beginTyping() {
    input.current?.select()
  }, [])

  /** Returns what was stored; undefined where it says why nothing was. */
  const send = async (from: string, to: string): Promise<string | undefined> => {
    const outcome = await changeFact(client, current.features, customerId, { path, from, to })
    if (outcome.kind === 'saved') return outcome.value
    if (outcome.kind === 'overtaken') base.current = outcome.current
    setProblem(
      outcome.kind === 'refused'
        ? outcome.message
        : `Someone else changed it to “${outcome.current}”. Save again to replace that.`,
    )
    return undefined
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (inFlight.current) return
    const to = text.trim()
    const from = base.current
    if (to === from) return onClose()
    inFlight.current = true
    setSaving(true)
    setProblem(undefined)
    try {
      const stored = await send(from, to)
      if (stored === undefined) return
      onClose()
      void toast.success(`${label} saved`, { undo: () => void takeBack(stored, from) })
    } catch (error) {
      setProblem((error as Failure).message)
    } finally {
      inFlight.current = false
      setSaving(false)
    }
  }
  const takeBack = async (from: string, to: string) => {
    const outcome = await changeFact(client, current.features, customerId, { path, from, to }).catch(
      () => undefined,
    )
    if (outcome?.kind === 'saved') return toast.success(`${label} is as it was`)
    return toast({ id: `fact-${path}`, color: 'red', message: `${label} couldn’t be changed back` })
  }
  return (
    <form
      className={classes['editor']}
      noValidate
      onSubmit={(event) => void save(event)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <TextInput
        size="sm"
        aria-label={label}
        autoComplete="off"
        ref={input}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        error={problem}
      />
      <ActionIcon
        type="submit"
        size="var(--bureau-control)"
        aria-label={`Save ${label.toLowerCase()}`}
        loading={isSaving}
      >
        <IconCheck size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="var(--bureau-control)"
        aria-label="Cancel"
        onClick={onClose}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </form>
  )
}
