import { Badge, Button } from '@mantine/core'

import { ownSignIn } from '#api/own-sign-in.ts'
import type { OwnSession } from '#contract/access/own-sign-in.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { RelativeTime } from '#kit/relative-time.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'

import classes from './session-list.module.css'

/** Where the person is signed in, with the way out of each place. */
export function SessionList({ sessions }: { sessions: readonly OwnSession[] }) {
  const { mutate, error, isPending, variables } = useSingleFlightMutation(ownSignIn.endSession())
  const others = sessions.filter(({ is_current }) => !is_current)
  const end = (id: number | null, done: string) => mutate(id, { onSuccess: () => void toast.success(done) })
  return (
    <SectionCard
      title="Where you’re signed in"
      description="Sign out what you don’t recognize, and change your password."
      isFlush
      actions={
        others.length > 0 && (
          <Button
            variant="default"
            loading={isPending && variables === null}
            onClick={() => end(null, 'Signed out everywhere else')}
          >
            Sign out everywhere else
          </Button>
        )
      }
    >
      <ul className={classes['list']}>
        {sessions.map((session) => {
          const device = session.device ?? 'Unknown device'
          return (
            <li key={session.id} className={classes['row']}>
              <div className={classes['words']}>
                <div className={classes['device']}>
                  {device}
                  {session.is_current && <Badge size="sm">This browser</Badge>}
                </div>
                <div className={classes['detail']}>
                  {session.ip_address !== null && `${session.ip_address} · `}
                  {session.is_current ? 'Signed in ' : 'Last used '}
                  <RelativeTime
                    datetime={
                      session.is_current ? session.created_at : (session.last_seen_at ?? session.created_at)
                    }
                  />
                </div>
              </div>
              {!session.is_current && (
                <Button
                  variant="subtle"
                  color="gray"
                  loading={isPending && variables === session.id}
                  aria-label={`Sign out ${device}`}
                  onClick={() => end(session.id, `${device} signed out`)}
                >
                  Sign out
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {error && (
        <div className={classes['problem']}>
          <InlineProblem error={error} />
        </div>
      )}
    </SectionCard>
  )
}
