import { ActionIcon, Button, SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconList, IconPlus } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'

import { meetings } from '#api/meetings.ts'
import { session } from '#api/session.ts'
import { timeOfLocal } from '#contract/values/zoned-time.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { ButtonLink } from '#kit/link.tsx'
import { ListScreen, ListToolbar } from '#kit/list/screen.tsx'
import { NeedsPermission } from '#kit/needs-permission.tsx'
import { NotFound } from '#kit/not-found.tsx'
import { PageHeader } from '#kit/page-header.tsx'
import { useToday } from '#kit/today.ts'
import { type Day, dayText } from '#lib/calendar.ts'
import { dateFormat, timeZone } from '#lib/locale.ts'
import { zoneText } from '#lib/meeting-time.ts'
import { addDays, weekOf } from '#lib/typed-date.ts'
import { ColleagueSelect } from '#parts/people/colleague-select.tsx'

import { knownZone } from '../-meetings/meeting-values.ts'
import { CalendarGrid } from './calendar-grid.tsx'

import classes from './calendar.module.css'

interface Props {
  /** Today unless it’s one that can be drawn. */
  day?: Day | undefined
  /** A week unless given. */
  span?: 'day' | undefined
  /** Somebody of the account who is invited; everyone’s meetings unless given. */
  person?: number | undefined
  /** Changes what is given; the rest stays. */
  onShow: (change: Pick<Props, 'day' | 'span' | 'person'>) => void
}

/** A week beyond the years that dates are written with can’t be asked for. */
const isDrawable = (day: Day): boolean => day > '1000' && day < '9999'

const fullDay = dateFormat({ dateStyle: 'full', timeZone: 'UTC' })
/** In one line on a phone, whichever day it is. */
const shortDay = dateFormat({
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** The meetings of a week or a day, drawn at their times where the business is. */
export function Calendar(props: Props) {
  const { data: current } = useSuspenseQuery(session.current())
  return current.features.records ? <Drawn {...props} /> : <NotFound />
}

function Drawn({ span, person, onShow, ...props }: Props) {
  const { data: current } = useSuspenseQuery(session.current())
  const today = useToday()
  const day = props.day !== undefined && isDrawable(props.day) ? props.day : today
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const isDay = span === 'day' || isNarrow
  const zone = knownZone(current.time_zone ?? timeZone())
  const week = weekOf(day)
  const [first = day] = week
  const midnight = (of: Day) => new Date(timeOfLocal(`${of}T00:00`, zone)).toISOString()
  const { data, error, isPending } = useQuery(
    meetings.between(midnight(first), midnight(addDays(first, 7)), person),
  )
  const move = (steps: number) => onShow({ day: addDays(day, steps * (isDay ? 1 : 7)) })
  const canManage = current.abilities.includes('meetings.manage')
  return (
    <ListScreen>
      <PageHeader
        title="Meetings"
        subtitle={`Times are in your business’s time zone, ${zoneText(zone)}.`}
        actions={
          <>
            <ButtonLink to="/meetings" variant="default" leftSection={<IconList size={16} aria-hidden />}>
              List
            </ButtonLink>
            {canManage ? (
              <ButtonLink
                to="/meetings/new"
                search={isDay ? { day } : {}}
                leftSection={<IconPlus size={16} aria-hidden />}
                aria-keyshortcuts="c"
              >
                New meeting
              </ButtonLink>
            ) : (
              <NeedsPermission ability="meetings.manage" to="schedule meetings" />
            )}
          </>
        }
      />
      <ListToolbar
        rest={
          <>
            <PersonSelect person={person} onPerson={(chosen) => onShow({ day, person: chosen })} />
            {!isNarrow && (
              <SegmentedControl
                aria-label="Show"
                data={[
                  { value: 'week', label: 'Week' },
                  { value: 'day', label: 'Day' },
                ]}
                value={span ?? 'week'}
                onChange={(value) => onShow({ day, span: value === 'day' ? value : undefined })}
              />
            )}
          </>
        }
      >
        <Button variant="default" onClick={() => onShow({ day: undefined })}>
          Today
        </Button>
        <ActionIcon.Group>
          <ActionIcon
            variant="default"
            size="var(--bureau-control)"
            aria-label={isDay ? 'Previous day' : 'Previous week'}
            onClick={() => move(-1)}
          >
            <IconChevronLeft size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size="var(--bureau-control)"
            aria-label={isDay ? 'Next day' : 'Next week'}
            onClick={() => move(1)}
          >
            <IconChevronRight size={16} aria-hidden />
          </ActionIcon>
        </ActionIcon.Group>
        <span className={classes['shown']} aria-live="polite">
          {isDay
            ? (isNarrow ? shortDay : fullDay)(Date.parse(day))
            : `${dayText(first)} – ${dayText(addDays(first, 6))}`}
        </span>
      </ListToolbar>
      {error && <InlineProblem error={error} />}
      <CalendarGrid
        week={week}
        shown={isDay ? [day] : week}
        today={today}
        zone={zone}
        meetings={data ?? []}
        isLoading={isPending}
        canManage={canManage}
      />
    </ListScreen>
  )
}

const PersonSelect = (props: Pick<ComponentProps<typeof ColleagueSelect>, 'person' | 'onPerson'>) => (
  <ColleagueSelect aria-label="Whose meetings" className={classes['person']} none="Everyone" {...props} />
)
