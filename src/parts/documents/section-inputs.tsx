import { ActionIcon, Button, Input, Text, TextInput } from '@mantine/core'
import { type Icon, IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { type RefObject, memo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import { longestDocument } from '#contract/documents/documents.ts'
import type { Placeholder } from '#contract/values/placeholders.ts'
import { SectionCard } from '#kit/section-card.tsx'
import { toast } from '#kit/toast.ts'
import { movedTo } from '#lib/moved-to.ts'
import { placeholderError } from '#parts/emails/placeholder-error.tsx'
import { PlaceholderMenu, usePlaceholders } from '#parts/emails/placeholder-menu.tsx'
import { FormattedTextInput } from '#parts/formatted-text/formatted-text-input.tsx'
import { FormattedText } from '#parts/formatted-text/formatted-text.tsx'

import { type SectionValues, emptySection } from './document-values.ts'

import classes from './documents.module.css'

interface Props {
  sections: readonly SectionValues[]
  problem: string | undefined
  /** Placeholders it can contain; without any, they are only text. */
  allowed?: readonly Placeholder[] | undefined
  /** The sections as they are now, even between two renders. */
  read: () => readonly SectionValues[]
  onSections: (sections: readonly SectionValues[]) => void
}

interface Actions {
  readonly change: (key: string, values: Partial<SectionValues>) => void
  readonly add: () => void
  readonly move: (key: string, by: 1 | -1) => void
  readonly remove: (key: string) => void
}

/** Actions on sections; the same as long as the form is open, so that a key in one section draws no other one. */
function useActions(list: RefObject<HTMLElement | null>, form: Pick<Props, 'read' | 'onSections'>): Actions {
  const [actions] = useState(() => makeActions(list, form))
  return actions
}

function makeActions(
  list: RefObject<HTMLElement | null>,
  { read, onSections }: Pick<Props, 'read' | 'onSections'>,
): Actions {
  const indexOf = (key: string) => read().findIndex((one) => one.key === key)
  return {
    change: (key, values) => onSections(read().map((one) => (one.key === key ? { ...one, ...values } : one))),
    add() {
      // The input to focus exists once the section is on the screen.
      flushSync(() => onSections([...read(), emptySection()]))
      list.current?.querySelector<HTMLElement>(':scope > li:last-child input')?.focus()
    },
    move(key, by) {
      const index = indexOf(key)
      onSections(movedTo(read(), index, index + by))
    },
    remove(key) {
      const index = indexOf(key)
      const removed = read()[index]
      onSections(read().filter((one) => one.key !== key))
      if (removed && `${removed.heading}${removed.text}`.trim() !== '')
        void toast.success('Section removed', {
          id: 'section-removed',
          undo: () => onSections(read().toSpliced(index, 0, removed)),
        })
    },
  }
}

/** The text of a document, section by section. */
export function SectionInputs({ sections, problem, allowed, read, onSections }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const { onFocus, onInsert } = usePlaceholders(list)
  const actions = useActions(list, { read, onSections })
  return (
    <SectionCard title="Text" actions={allowed && <PlaceholderMenu allowed={allowed} onInsert={onInsert} />}>
      <ol className={classes.sections} ref={list} aria-label="Sections" onFocus={onFocus}>
        {sections.map(({ key, heading, text }, index) => (
          <SectionInput
            key={key}
            id={key}
            number={index + 1}
            isLast={index === sections.length - 1}
            heading={heading}
            text={text}
            allowed={allowed}
            actions={actions}
          />
        ))}
      </ol>
      <Button
        mt="sm"
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={sections.length >= longestDocument.sections}
        onClick={actions.add}
      >
        Add section
      </Button>
      {problem !== undefined && <Input.Error mt="xs">{problem}</Input.Error>}
    </SectionCard>
  )
}

interface SectionProps extends Pick<Props, 'allowed'>, Omit<SectionValues, 'key'> {
  id: string
  /** From 1. */
  number: number
  isLast: boolean
  actions: Actions
}

/** A heading and its text, which can be moved and removed. */
const SectionInput = memo(function Section({
  id,
  number,
  isLast,
  heading,
  text,
  allowed,
  actions,
}: SectionProps) {
  const section = `section ${number}`
  const onChange = (values: Partial<SectionValues>) => actions.change(id, values)
  return (
    <li>
      <div className={classes.sectionHead}>
        <TextInput
          aria-label={`Heading, ${section}`}
          placeholder="Heading"
          dir="auto"
          maxLength={longestDocument.heading}
          value={heading}
          error={
            allowed &&
            placeholderError({
              text: heading,
              allowed,
              form: 'line',
              onText: (fixed) => onChange({ heading: fixed }),
            })
          }
          onChange={({ currentTarget }) => onChange({ heading: currentTarget.value })}
        />
        <RowButton
          icon={IconArrowUp}
          label={`Move ${section} up`}
          disabled={number === 1}
          onClick={() => actions.move(id, -1)}
        />
        <RowButton
          icon={IconArrowDown}
          label={`Move ${section} down`}
          disabled={isLast}
          onClick={() => actions.move(id, 1)}
        />
        <RowButton icon={IconTrash} label={`Remove ${section}`} onClick={() => actions.remove(id)} />
      </div>
      <FormattedTextInput
        label={`Text, ${section}`}
        value={text}
        error={
          allowed &&
          placeholderError({
            text,
            allowed,
            form: 'formatted',
            onText: (fixed) => onChange({ text: fixed }),
          })
        }
        onChange={(next) => onChange({ text: next })}
      />
    </li>
  )
})

interface ButtonProps {
  icon: Icon
  label: string
  disabled?: boolean
  onClick: () => void
}

/** A button of an icon in a row of a list. */
export const RowButton = ({ icon: Sign, label, ...button }: ButtonProps) => (
  <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} {...button}>
    <Sign size={16} aria-hidden />
  </ActionIcon>
)

/** The sections as the customer reads them. */
export function SectionTexts({
  sections,
}: {
  sections: readonly { readonly heading: string; readonly text: string }[]
}) {
  const shown = sections.filter(({ heading, text }) => `${heading}${text}`.trim() !== '')
  if (shown.length === 0) return <Text c="dimmed">Nothing written yet.</Text>
  return shown.map(({ heading, text }, index) => {
    const key = `${index}`
    return (
      <section key={key} className={classes.section}>
        {heading.trim() !== '' && <h2 dir="auto">{heading}</h2>}
        <FormattedText text={text} />
      </section>
    )
  })
}
