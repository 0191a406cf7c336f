import { Button, Checkbox, type SelectProps, Text, TextInput, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'

import { colleagues } from '#api/colleagues.ts'
import { contacts } from '#api/contacts.ts'
import { session } from '#api/session.ts'
import type { Session } from '#contract/access/session.ts'
import { type Meeting, longestMeeting } from '#contract/meetings/meetings.ts'
import { DateInput } from '#kit/date-input.tsx'
import { RecordForm } from '#kit/record-form.tsx'
import { SearchSelect, useUnchosen } from '#kit/search-select.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { timeZones } from '#lib/locale.ts'
import { rangeText, zoneText } from '#lib/meeting-time.ts'
import { CustomerPicker, usePickedCustomer } from '#parts/customers/customer-picker.tsx'
import type { FormProps } from '#parts/records/record-kind.ts'

import {
  type Guest,
  type MeetingValues,
  type Times as Moments,
  timesOf,
  withStart,
} from './meeting-values.ts'
import { SameTime } from './same-time.tsx'

import classes from '#parts/meetings/meetings.module.css'

const zones = timeZones()

type Set = <Name extends keyof MeetingValues>(name: Name, value: MeetingValues[Name]) => void

/** The page of a meeting’s form: what, when and where, and who is invited. */
export function MeetingForm({ editor, page, start }: FormProps<MeetingValues, Meeting>) {
  const { data: current } = useSuspenseQuery(session.current())
  const { form } = editor
  const { errors, isSubmitted } = form.formState
  const values = useWatch({ control: form.control }) as MeetingValues
  const set: Set = (name, value) =>
    form.setValue(name, value as never, { shouldDirty: true, shouldValidate: isSubmitted })
  const error = (name: keyof MeetingValues) => errors[name]?.message as string | undefined
  return (
    <RecordForm {...page} editor={editor}>
      <SectionCard title="Meeting">
        <div className={classes.inputs}>
          <TextInput
            className={classes.wide ?? ''}
            label="Title"
            autoComplete="off"
            maxLength={longestMeeting.title}
            value={values.title}
            onChange={({ currentTarget }) => set('title', currentTarget.value)}
            error={error('title')}
          />
          <Times id={start?.id} values={values} set={set} error={error} businessZone={current.time_zone} />
          <TextInput
            label="Place (optional)"
            autoComplete="off"
            maxLength={longestMeeting.place}
            value={values.place}
            onChange={({ currentTarget }) => set('place', currentTarget.value)}
            error={error('place')}
          />
          <TextInput
            label="Link (optional)"
            type="url"
            placeholder="https://"
            autoComplete="off"
            maxLength={longestMeeting.link}
            value={values.link}
            onChange={({ currentTarget }) => set('link', currentTarget.value)}
            error={error('link')}
          />
          <Textarea
            className={classes.wide ?? ''}
            label="Notes (optional)"
            description="Everybody who is invited reads them."
            autosize
            minRows={3}
            maxRows={12}
            maxLength={longestMeeting.notes}
            value={values.notes}
            onChange={({ currentTarget }) => set('notes', currentTarget.value)}
            error={error('notes')}
          />
        </div>
      </SectionCard>
      <Attendees values={values} set={set} error={error} isNew={page.isNew ?? false} session={current} />
    </RecordForm>
  )
}

interface AttendeesProps extends Omit<TimesProps, 'id' | 'businessZone'> {
  isNew: boolean
  session: Session
}

/** Who is invited, and whether they are emailed. */
function Attendees({ values, set, error, isNew, session: { abilities, features } }: AttendeesProps) {
  const customer = usePickedCustomer({
    id: values.customer,
    placeholder: 'No customer',
    onId: (id) => set('customer', id),
  })
  return (
    <SectionCard title="Attendees">
      <div className={classes.inputs}>
        <CustomerPicker {...customer} error={error('customer')} />
        {(abilities.includes('contacts.view') || values.contacts.length > 0) && (
          <Contacts
            value={values.contacts}
            onChange={(guests) => set('contacts', guests)}
            error={error('contacts')}
          />
        )}
        <Colleagues
          value={values.colleagues}
          onChange={(guests) => set('colleagues', guests)}
          error={error('colleagues')}
        />
        <TextInput
          label="Other email addresses (optional)"
          description="Separated by commas"
          autoComplete="off"
          value={values.emails}
          onChange={({ currentTarget }) => set('emails', currentTarget.value)}
          error={error('emails')}
        />
      </div>
      <Checkbox
        mt="md"
        label={isNew ? 'Email an invitation' : 'Email the change'}
        description={
          features.email
            ? 'It arrives in the calendars of everybody who is invited.'
            : 'This service isn’t set up to send email. Download the file for calendars from the meeting.'
        }
        disabled={!features.email}
        checked={values.notify}
        onChange={({ currentTarget }) => set('notify', currentTarget.checked)}
        error={error('notify')}
      />
    </SectionCard>
  )
}

interface TimesProps {
  /** Of the meeting that is changed. */
  id: number | undefined
  values: MeetingValues
  set: Set
  error: (name: keyof MeetingValues) => string | undefined
  businessZone: string | undefined
}

/** Start and end on a clock of the chosen zone, what they are where the business is, and what else is at that time. */
function Times({ id, values, set, error, businessZone }: TimesProps) {
  const { startDay, startTime, endDay, endTime, zone } = values
  const { start, end } = timesOf(values)
  const isWhole = end > start
  const move = (to: Partial<Moments>) => {
    for (const [name, value] of Object.entries(withStart(values, to))) set(name as keyof Moments, value)
  }
  const isElsewhere = businessZone !== undefined && businessZone !== zone
  return (
    <>
      <div className={classes.time}>
        <DateInput
          label="Starts"
          value={startDay}
          onDay={(day) => move({ startDay: day })}
          error={error('startDay')}
        />
        <TextInput
          label="Start time"
          type="time"
          value={startTime}
          onChange={({ currentTarget }) => move({ startTime: currentTarget.value })}
          error={error('startTime')}
        />
      </div>
      <div className={classes.time}>
        <DateInput label="Ends" value={endDay} onDay={(day) => set('endDay', day)} error={error('endDay')} />
        <TextInput
          label="End time"
          type="time"
          value={endTime}
          onChange={({ currentTarget }) => set('endTime', currentTarget.value)}
          error={error('endTime')}
        />
      </div>
      <SearchSelect
        label="Time zone"
        openOnFocus={false}
        selectFirstOptionOnChange
        allowDeselect={false}
        limit={100}
        data={[...new Set([zone, ...zones])].map((value) => ({ value, label: zoneText(value) }))}
        value={zone}
        onChange={(value) => value !== null && set('zone', value)}
        nothingFoundMessage="No matching time zone"
        error={error('zone')}
      />
      <Text size="sm" c="dimmed" role="status" className={classes.beside ?? ''}>
        {isWhole && isElsewhere && (
          <>
            Where your business is:{' '}
            {rangeText(new Date(start).toISOString(), new Date(end).toISOString(), businessZone)} (
            {zoneText(businessZone)})
          </>
        )}
        <SameTime id={id} start={start} end={end} zone={zone} />
      </Text>
    </>
  )
}

interface GuestsProps {
  value: readonly Guest[]
  onChange: (guests: readonly Guest[]) => void
  error: string | undefined
}

/** Chooses contacts by typing. */
function Contacts({ value, onChange, error }: GuestsProps) {
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [search] = useDebouncedValue(text, 250)
  const found = useQuery({
    ...contacts.list({ page: 1, size: 20, search: search === '' ? undefined : search }),
    enabled: isOpen,
  })
  // Enter chooses the first one, which must not be that of the search before.
  const isSettled = search === text && found.data !== undefined && !found.isPlaceholderData
  const rows = (isSettled ? found.data.rows : []).map(({ id, name, last_name, email }) => ({
    id,
    name: `${name ?? ''} ${last_name ?? ''}`.trim(),
    email: email ?? '',
  }))
  return (
    <Guests
      label="Contacts (optional)"
      word="contact"
      {...{ value, onChange, error, text }}
      rows={rows}
      onText={setText}
      onOpen={() => setOpen(true)}
      status={found.error?.message ?? (isSettled ? 'No matching contacts' : 'Searching…')}
      isSearchedByService
    />
  )
}

/** Chooses people who work in the account. */
function Colleagues(props: GuestsProps) {
  const [text, setText] = useState('')
  const { data, error } = useQuery(colleagues())
  return (
    <Guests
      label="Colleagues (optional)"
      word="colleague"
      {...props}
      text={text}
      rows={data ?? []}
      onText={setText}
      status={error?.message ?? (data ? 'No matching people' : 'Loading…')}
    />
  )
}

interface PickerProps extends GuestsProps {
  label: string
  /** One of them: `contact`. */
  word: string
  text: string
  rows: readonly Guest[]
  onText: (text: string) => void
  onOpen?: () => void
  /** In place of choices. */
  status: string
  isSearchedByService?: boolean
}

/** The service has searched already. */
const everyOption: NonNullable<SelectProps['filter']> = ({ options }) => options

/** Those who are chosen, each with a way to remove them, below the input that adds one. */
function Guests({
  label,
  word,
  value,
  onChange,
  error,
  text,
  rows,
  onText,
  onOpen,
  status,
  isSearchedByService = false,
}: PickerProps) {
  const choices = rows.filter(({ id }) => !value.some((one) => one.id === id))
  const unchosen = useUnchosen({
    text,
    chosen: '',
    onText,
    message: `Choose a ${word} from the list or clear the field`,
  })
  return (
    <div>
      <SearchSelect
        label={label}
        placeholder={`Add a ${word}`}
        openOnFocus={false}
        selectFirstOptionOnChange
        {...unchosen.inputProps}
        value={null}
        searchValue={text}
        onSearchChange={onText}
        onDropdownOpen={() => onOpen?.()}
        {...(isSearchedByService && { filter: everyOption })}
        data={choices.map(({ id, name, email }) => ({
          value: String(id),
          label: email === '' ? name : `${name} (${email})`,
        }))}
        onChange={(id) => {
          const guest = choices.find((one) => String(one.id) === id)
          if (guest) onChange([...value, { id: guest.id, name: guest.name, email: guest.email }])
          onText('')
        }}
        nothingFoundMessage={status}
        error={unchosen.error ?? error}
      />
      {value.length > 0 && (
        <ul className={classes.chosen} aria-label={label.replace(' (optional)', '')}>
          {value.map(({ id, name, email }) => (
            <li key={id}>
              <bdi>{name || email}</bdi>
              <Button
                variant="subtle"
                color="gray"
                size="compact-xs"
                aria-label={`Remove ${name || email}`}
                onClick={() => onChange(value.filter((one) => one.id !== id))}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
