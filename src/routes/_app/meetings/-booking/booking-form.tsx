import { ActionIcon, Button, Stack, Switch, Text, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useController } from 'react-hook-form'

import { session } from '#api/session.ts'
import {
  type OpenHours,
  type StoredBookingTimes,
  bookingMinutes,
  longestBooking,
  overlap,
} from '#contract/meetings/booking-times.ts'
import { clockOf } from '#contract/meetings/free-times.ts'
import { longestMeeting } from '#contract/meetings/meetings.ts'
import { Columns } from '#kit/columns.tsx'
import { bind } from '#kit/form.tsx'
import { RecordForm } from '#kit/record-form.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { Select } from '#kit/select.tsx'
import { dayCount } from '#lib/calendar.ts'
import { zoneText } from '#lib/meeting-time.ts'
import { pluralize } from '#lib/pluralize.ts'
import { weekdayNames } from '#lib/weekdays.ts'
import type { FormProps } from '#parts/records/record-kind.ts'

import type { BookingValues } from './booking-values.ts'
import { DaysOffInputs } from './days-off.tsx'
import { ErrorGroup } from './error-group.tsx'

import classes from './booking.module.css'

const FormSelect = bind(Select)
const FormText = bind(TextInput)

/** The form of the times at which customers can make meetings. */
export function BookingForm({ editor, page }: FormProps<BookingValues, StoredBookingTimes>) {
  const { data: current } = useSuspenseQuery(session.current())
  const { control } = editor.form
  const { field: isOn } = useController({ control, name: 'is_on' })
  const { field: hours, fieldState } = useController({ control, name: 'hours' })
  const { field: off, fieldState: offState } = useController({ control, name: 'days_off' })
  const [minutes, notice, span] = editor.form.getValues(['minutes', 'notice_hours', 'days_ahead'])
  return (
    <RecordForm {...page} subtitle="When customers can make meetings in the portal" editor={editor}>
      <SectionCard title="Portal">
        <Switch
          label="Customers choose among free times"
          description="Otherwise they can name any time. Who may make meetings is set in the permissions of each customer."
          checked={isOn.value}
          onChange={({ currentTarget }) => isOn.onChange(currentTarget.checked)}
        />
      </SectionCard>
      <SectionCard
        title="Hours"
        description={
          current.time_zone &&
          `In your business’s time zone, ${zoneText(current.time_zone)}. Times of your meetings aren’t offered.`
        }
      >
        <WeekHours hours={hours.value} error={fieldState.error?.message} onChange={hours.onChange} />
      </SectionCard>
      <SectionCard
        title="Days off"
        description="Holidays and vacations, on which nothing is offered. Meetings that were made stay."
      >
        <DaysOffInputs ranges={off.value} error={offState.error?.message} onChange={off.onChange} />
      </SectionCard>
      <SectionCard title="Meetings">
        <Stack gap="md">
          <Columns count={3}>
            <FormSelect
              control={control}
              name="minutes"
              label="Length"
              data={choices(bookingMinutes, minutes, lengthText)}
            />
            <FormSelect
              control={control}
              name="notice_hours"
              label="Notice"
              data={choices(notices, notice, noticeText)}
            />
            <FormSelect
              control={control}
              name="days_ahead"
              label="How far ahead"
              data={choices(spans, span, dayCount)}
            />
          </Columns>
          <Columns>
            <FormText
              control={control}
              name="place"
              label="Place (optional)"
              description="Where you meet, unless the customer names another place."
              maxLength={longestMeeting.place}
            />
            <FormText
              control={control}
              name="link"
              label="Link (optional)"
              description="Of the call, such as your room for video meetings."
              placeholder="https://"
              inputMode="url"
              maxLength={longestMeeting.link}
            />
          </Columns>
        </Stack>
      </SectionCard>
    </RecordForm>
  )
}

const notices = [0, 1, 2, 4, 8, 12, 24, 48, 72, 7 * 24]
const spans = [7, 14, 30, 60, longestBooking.daysAhead]

/** The usual ones, and the stored one whatever it is. */
const choices = (usual: readonly number[], chosen: string, textOf: (value: number) => string) =>
  [...new Set([...usual, Number(chosen)])]
    .toSorted((one, other) => one - other)
    .map((value) => ({ value: String(value), label: textOf(value) }))

const lengthText = (minutes: number) =>
  minutes % 60 === 0 ? pluralize(minutes / 60, 'hour') : pluralize(minutes, 'minute')
const noticeText = (hours: number) =>
  hours === 0 ? 'None' : hours % 24 === 0 ? dayCount(hours / 24) : pluralize(hours, 'hour')

interface WeekProps {
  hours: readonly OpenHours[]
  error: string | undefined
  onChange: (hours: readonly OpenHours[]) => void
}

/** The hours of each day of the week. */
function WeekHours({ hours, error, onChange }: WeekProps) {
  const replace = (old: OpenHours, next: Partial<OpenHours>) =>
    onChange(hours.map((one) => (one === old ? { ...one, ...next } : one)))
  return (
    <ErrorGroup label="Hours" error={error}>
      <ul className={classes.week}>
        {weekdayNames().map((name, index) => {
          const weekday = index + 1
          const own = hours.filter((one) => one.weekday === weekday)
          const add = () => onChange([...hours, { weekday, ...nextHours(own) }])
          return (
            <li key={name} className={classes.day}>
              <span className={classes.name}>{name}</span>
              <div className={classes.ranges}>
                {own.length === 0 && (
                  <Text size="sm" c="dimmed" className={classes.closed}>
                    No meetings
                  </Text>
                )}
                {own.map((one, at) => {
                  const which = own.length > 1 ? `${name}, ${at + 1}` : name
                  return (
                    // eslint-disable-next-line react/no-array-index-key -- Ranges are told apart by their place only.
                    <div key={at} className={classes.range}>
                      <TextInput
                        type="time"
                        aria-label={`Start on ${which}`}
                        value={one.from}
                        error={error !== undefined && isWrong(one, own)}
                        onChange={({ currentTarget }) => replace(one, { from: currentTarget.value })}
                      />
                      –
                      <TextInput
                        type="time"
                        aria-label={`End on ${which}`}
                        value={one.to}
                        error={error !== undefined && isWrong(one, own)}
                        onChange={({ currentTarget }) => replace(one, { to: currentTarget.value })}
                      />
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        aria-label={`Remove hours on ${which}`}
                        onClick={() => onChange(hours.filter((other) => other !== one))}
                      >
                        <IconX size={16} aria-hidden />
                      </ActionIcon>
                    </div>
                  )
                })}
              </div>
              <Button
                variant="subtle"
                size="compact-sm"
                className={classes.add ?? ''}
                leftSection={<IconPlus size={14} aria-hidden />}
                disabled={hours.length >= longestBooking.hours}
                aria-label={`Add hours on ${name}`}
                onClick={add}
              >
                Add
              </Button>
            </li>
          )
        })}
      </ul>
    </ErrorGroup>
  )
}

/** Whether hours are empty, end before they begin, or overlap others of their day. */
const isWrong = (one: OpenHours, own: readonly OpenHours[]) =>
  one.from === '' || one.to <= one.from || own.some((other) => other !== one && overlap(one, other))

/** From the next hour after those of the day on, unless they end too late. */
function nextHours(own: readonly OpenHours[]): Pick<OpenHours, 'from' | 'to'> {
  if (own.length === 0) return { from: '09:00', to: '17:00' }
  const hour = Math.min(Math.max(...own.map(({ to }) => Number(to.slice(0, 2)))) + 1, 22)
  return { from: clockOf(hour * 60), to: clockOf(hour * 60 + 60) }
}
