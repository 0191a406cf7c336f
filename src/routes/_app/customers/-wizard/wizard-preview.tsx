import { Anchor, Text } from '@mantine/core'

import type { NewCustomer } from '#api/customer-form.ts'
import { addressLines } from '#contract/customers/address.ts'
import type { FieldError } from '#parts/customer-inputs/rules.ts'

import { PhotoPreview } from '../-inputs/photo-preview.tsx'
import { sentence } from '../-permission-sentence.ts'

import classes from './wizard-preview.module.css'

interface Props {
  customer: NewCustomer
  errors: readonly FieldError[]
  onFix: (error: FieldError) => void
}

/** The customer as typed so far, and what is still missing. */
export function WizardPreview({ customer, errors, onFix }: Props) {
  const name = `${customer.name} ${customer.last_name}`.trim()
  const address = addressLines(customer.business)
  return (
    <aside className={classes.preview} aria-label="Preview">
      <div className={classes.card}>
        <PhotoPreview photo={customer.photo} name={name} size="md" />
        <Text fw={600} size="lg" className={classes.wrap} c={name === '' ? 'dimmed' : 'bright'} mt="sm">
          {name === '' ? 'New customer' : <bdi>{name}</bdi>}
        </Text>
        <Text size="sm" c="dimmed" className={classes.wrap}>
          <bdi>{customer.business.company_name}</bdi>
        </Text>
        <div className={classes.lines}>
          <PreviewLine text={customer.email} />
          <PreviewLine text={customer.phone} />
          <PreviewLine text={customer.business.company_website} />
          {address.length > 0 && (
            <Text size="sm" c="dimmed" className={classes.wrap} dir="auto">
              {address.join('\n')}
            </Text>
          )}
        </div>
        {customer.permissions.length > 0 && (
          <Text size="xs" c="dimmed" mt="sm">
            {sentence(customer.permissions)}
          </Text>
        )}
      </div>
      {errors.length > 0 && (
        <div className={classes.missing}>
          <Text size="xs" fw={500} c="dimmed">
            Still needed
          </Text>
          <ul>
            {errors.map((error) => (
              <li key={error.path}>
                <Anchor component="button" type="button" size="sm" ta="start" onClick={() => onFix(error)}>
                  {error.label}
                </Anchor>
              </li>
            ))}
          </ul>
        </div>
      )}
    </aside>
  )
}

function PreviewLine({ text }: { text: string }) {
  if (text.trim() === '') return null
  return (
    <Text size="sm" className={classes.wrap} dir="auto">
      {text}
    </Text>
  )
}
