import { IconFlask, IconServerBolt } from '@tabler/icons-react'

import type { Session } from '#contract/access/session.ts'

import classes from './environment-band.module.css'

/** In a connected account, which service and which environment every screen is about. */
export function EnvironmentBand({ account: { environment, host } }: Pick<Session, 'account'>) {
  if (environment == null) return null
  const isProduction = environment === 'production'
  const Icon = isProduction ? IconServerBolt : IconFlask
  return (
    <p className={classes['band']} data-environment={environment}>
      <Icon size={18} aria-hidden />
      <span>
        <strong>{isProduction ? 'Production' : 'Development'}</strong> · {host} ·{' '}
        {isProduction ? 'Changes affect live data.' : 'Test data. Changes don’t affect production.'}
      </span>
    </p>
  )
}
