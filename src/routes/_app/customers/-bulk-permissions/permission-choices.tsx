import { type Action, modules, verbs } from '#contract/permissions.ts'
import { Select } from '#kit/select.tsx'

import { moduleTitle, verbTitle } from '../-permission-rules.ts'
import type { Choices } from './choices.ts'

import classes from './permission-choices.module.css'

interface Props {
  choices: Choices
  onChoose: (name: Action, choice: 'grant' | 'revoke' | undefined) => void
}

/** Four modules by four verbs, each left as it is, granted or revoked. */
export function PermissionChoices({ choices, onChoose }: Props) {
  return (
    <div className={classes.modules}>
      {modules.map((module) => (
        <fieldset key={module} className={classes.module}>
          <legend className={classes.title}>{moduleTitle[module]}</legend>
          {verbs.map((verb) => {
            const name: Action = `${verb}-${module}`
            return (
              <Select
                key={verb}
                size="xs"
                label={verbTitle[verb]}
                aria-label={`${verbTitle[verb]} ${moduleTitle[module].toLowerCase()}`}
                data={[
                  { value: '', label: 'No change' },
                  { value: 'grant', label: 'Grant' },
                  { value: 'revoke', label: 'Revoke' },
                ]}
                value={choices.get(name) ?? ''}
                onChange={({ currentTarget }) =>
                  onChoose(
                    name,
                    (['grant', 'revoke'] as const).find((one) => one === currentTarget.value),
                  )
                }
              />
            )
          })}
        </fieldset>
      ))}
    </div>
  )
}
