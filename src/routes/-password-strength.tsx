import { Text } from '@mantine/core'

import { passwordStrength, strengths } from '#lib/password-strength.ts'

import classes from './-password-strength.module.css'

/** How hard a password is to guess, in a word and four bars. */
export function PasswordStrength({
  id,
  password,
  hasError,
  known,
}: {
  id: string
  password: string
  /** The input already says how long it must be. */
  hasError: boolean
  known: readonly string[]
}) {
  const strength = passwordStrength(password, known)
  return (
    <div className={classes['strength']} data-strength={password === '' ? 'none' : strength}>
      <span className={classes['bars']} aria-hidden>
        <i />
        <i />
        <i />
        <i />
      </span>
      <Text id={id} size="xs" c="dimmed" aria-live="polite">
        {password === ''
          ? `${hasError ? 'A' : 'At least 10 characters; a'} few random words work well`
          : strengths[strength]}
      </Text>
    </div>
  )
}
