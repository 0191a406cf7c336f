import { Badge, Button } from '@mantine/core'

import { twoFactor } from '#api/two-factor.ts'
import type { TrustedDevice } from '#contract/access/two-factor.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'
import { dayText } from '#lib/dates.ts'

import classes from './session-list.module.css'

/** The browsers that aren't asked for a code. */
export function TrustedDevices({ devices }: { devices: readonly TrustedDevice[] }) {
  const { mutate, error, isPending, variables } = useSingleFlightMutation(twoFactor.forget())
  const forget = (id: number | null, done: string) =>
    mutate(id, { onSuccess: () => void toast.success(done) })
  return (
    <SectionCard
      title="Trusted browsers"
      description="These aren’t asked for a code when you sign in."
      isFlush
      actions={
        <Button
          variant="default"
          loading={isPending && variables === null}
          onClick={() => forget(null, 'No browser is trusted any longer')}
        >
          Forget all
        </Button>
      }
    >
      <ul className={classes['list']}>
        {devices.map(({ id, device, trusted_until, is_current }) => (
          <li key={id} className={classes['row']}>
            <div className={classes['words']}>
              <div className={classes['device']}>
                {device ?? 'Unknown device'}
                {is_current && <Badge size="sm">This browser</Badge>}
              </div>
              <div className={classes['detail']}>Until {dayText(trusted_until.slice(0, 10))}</div>
            </div>
            <Button
              variant="subtle"
              color="gray"
              loading={isPending && variables === id}
              aria-label={`Forget ${device ?? 'unknown device'}`}
              onClick={() => forget(id, `${device ?? 'Unknown device'} is no longer trusted`)}
            >
              Forget
            </Button>
          </li>
        ))}
      </ul>
      {error && (
        <div className={classes['problem']}>
          <InlineProblem error={error} />
        </div>
      )}
    </SectionCard>
  )
}
