import { ActionIcon, TextInput } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'

import { session } from '#api/session.ts'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { prepareToasts, toast } from '#kit/toast.ts'

import { type FactChange, type FactOutcome, changeFact } from './change-fact.ts'

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
  /** What is replaced: what was read, or what somebody else made of it meanwhile, once that was said. */
  const [base, setBase] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  useEffect(function beginTyping() {
    input.current?.select()
  }, [])

  const change = (from: string, to: string) =>
    changeFact(client, current.features, customerId, { path, from, to })
  const takeBack = async (from: string, to: string) => {
    const outcome = await change(from, to).catch(() => undefined)
    if (outcome?.kind === 'saved') return toast.success(`${label} is as it was`)
    return toast({ id: `fact-${path}`, color: 'red', message: `${label} couldn’t be changed back` })
  }
  const request = useSingleFlightMutation({
    mutationFn: (to: string) => change(base, to),
    onSuccess: (outcome) => {
      if (outcome.kind === 'overtaken') setBase(outcome.current)
      if (outcome.kind !== 'saved') return
      onClose()
      void toast.success(`${label} saved`, { undo: () => void takeBack(outcome.value, base) })
    },
  })
  const save = (event: FormEvent) => {
    event.preventDefault()
    const to = text.trim()
    if (to === base) onClose()
    else request.mutate(to)
  }
  return (
    <form
      className={classes['editor']}
      noValidate
      onSubmit={save}
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
        error={request.error?.message ?? problemOf(request.data)}
      />
      <ActionIcon
        type="submit"
        size="var(--bureau-control)"
        aria-label={`Save ${label.toLowerCase()}`}
        loading={request.isPending}
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

function problemOf(outcome: FactOutcome | undefined): string | undefined {
  switch (outcome?.kind) {
    case 'refused':
      return outcome.message
    case 'overtaken':
      return `Someone else changed it to “${outcome.current}”. Save again to replace that.`
    default:
      return undefined
  }
}
