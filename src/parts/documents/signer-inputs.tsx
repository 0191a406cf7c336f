import { Button, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'

import { longestDocument, mostSigners } from '#contract/documents/documents.ts'
import { SectionCard } from '#kit/section-card.tsx'
import { movedTo } from '#lib/moved-to.ts'
import { newKey } from '#lib/new-key.ts'

import type { SignerValues } from './document-values.ts'
import { RowButton } from './section-inputs.tsx'

import classes from './documents.module.css'

interface Props {
  signers: readonly SignerValues[]
  /** What is wrong with each of them, or with the list. */
  errorOf: (path: string) => string | undefined
  onSigners: (signers: readonly SignerValues[]) => void
}

/** Who signs a contract for the customer, in their order. */
export function SignerInputs({ signers, errorOf, onSigners }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const change = (index: number, values: Partial<SignerValues>) =>
    onSigners(signers.map((signer, at) => (at === index ? { ...signer, ...values } : signer)))
  const move = (index: number, by: 1 | -1) => onSigners(movedTo(signers, index, index + by))
  const add = () => {
    // The input to focus exists once the row is on the screen.
    flushSync(() => onSigners([...signers, { key: newKey(), name: '', email: '' }]))
    list.current?.querySelector<HTMLElement>(':scope > li:last-child input')?.focus()
  }
  return (
    <SectionCard
      title="Signers"
      description="They sign one after another, each by a link in an email to their address alone. Without any, the customer signs."
    >
      <ol className={classes.sections} ref={list} aria-label="Signers">
        {signers.map((signer, index) => (
          <li key={signer.key} className={classes.signer}>
            <TextInput
              aria-label={`Name, signer ${index + 1}`}
              placeholder="Name"
              dir="auto"
              autoComplete="off"
              maxLength={longestDocument.name}
              value={signer.name}
              error={errorOf(`signers.${index}.name`)}
              onChange={({ currentTarget }) => change(index, { name: currentTarget.value })}
            />
            <TextInput
              aria-label={`Email, signer ${index + 1}`}
              placeholder="Email"
              type="email"
              autoComplete="off"
              value={signer.email}
              error={errorOf(`signers.${index}.email`)}
              onChange={({ currentTarget }) => change(index, { email: currentTarget.value })}
            />
            <RowButton
              icon={IconArrowUp}
              label={`Move signer ${index + 1} up`}
              disabled={index === 0}
              onClick={() => move(index, -1)}
            />
            <RowButton
              icon={IconArrowDown}
              label={`Move signer ${index + 1} down`}
              disabled={index === signers.length - 1}
              onClick={() => move(index, 1)}
            />
            <RowButton
              icon={IconTrash}
              label={`Remove signer ${index + 1}`}
              onClick={() => onSigners(signers.filter(({ key }) => key !== signer.key))}
            />
          </li>
        ))}
      </ol>
      <Button
        mt={signers.length > 0 ? 'sm' : 0}
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={signers.length >= mostSigners}
        onClick={add}
      >
        Add signer
      </Button>
    </SectionCard>
  )
}
