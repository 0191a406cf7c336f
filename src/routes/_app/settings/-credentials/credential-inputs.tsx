import { Checkbox, Radio, Stack, TextInput } from '@mantine/core'
import { type UseFormReturn, useController } from 'react-hook-form'

import { type CredentialValues, withKind } from '#api/credential-form.ts'
import {
  type CredentialKind,
  type Grantable,
  credentialKinds,
  longestCredentialName,
} from '#contract/access/credentials.ts'
import { Columns } from '#kit/columns.tsx'
import { DateInput } from '#kit/date-input.tsx'
import { bind } from '#kit/form.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { useToday } from '#kit/today.ts'
import { abilityName } from '#lib/ability-name.ts'

import { abilityHint, kindHint, kindName } from './credential-words.tsx'

const FormText = bind(TextInput)

interface Props {
  form: UseFormReturn<CredentialValues>
  grantable: Grantable
  isNew: boolean
}

/** Everything staff decide about a credential: the body of the forms that create and edit one. */
export function CredentialInputs({ form, grantable, isNew }: Props) {
  const { control } = form
  const kind = useController({ control, name: 'kind' })
  const abilities = useController({ control, name: 'abilities' })
  const expiry = useController({ control, name: 'expires_on' })
  const today = useToday()
  const choose = (value: string) => {
    const next = withKind(form.getValues(), value as CredentialKind)
    form.setValue('rate_limit', next.rate_limit)
    form.setValue('kind', next.kind, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  }
  return (
    <>
      <SectionCard title="Details">
        <Stack gap="md">
          <FormText
            control={control}
            name="name"
            label="Name"
            description="The system that uses it. It’s shown next to what that system does."
            placeholder="Website form"
            required
            dir="auto"
            maxLength={longestCredentialName}
          />
          {isNew && (
            <Radio.Group
              label="Type"
              value={kind.field.value}
              onChange={choose}
              error={kind.fieldState.error?.message}
            >
              <Stack gap="sm" mt={6}>
                {credentialKinds.toReversed().map((value) => (
                  <Radio key={value} value={value} label={kindName[value]} description={kindHint[value]} />
                ))}
              </Stack>
            </Radio.Group>
          )}
          <Columns>
            <FormText
              control={control}
              name="rate_limit"
              label="Rate limit (requests a minute)"
              required
              inputMode="numeric"
              autoComplete="off"
            />
            <DateInput
              label="Expires after"
              description="Leave empty if it never expires."
              value={expiry.field.value}
              min={today}
              onDay={(day) => expiry.field.onChange(day)}
              error={expiry.fieldState.error?.message}
            />
          </Columns>
        </Stack>
      </SectionCard>
      <SectionCard
        title="Permissions"
        description={
          kind.field.value === 'key'
            ? 'What it may do beyond what every key can.'
            : 'Grant only what the other system needs.'
        }
      >
        <Checkbox.Group
          aria-label="Permissions"
          value={abilities.field.value}
          onChange={(value) => abilities.field.onChange(value)}
          error={abilities.fieldState.error?.message}
        >
          <Stack gap="sm" mb={abilities.fieldState.error ? 'xs' : 0}>
            {grantable[kind.field.value].map((ability) => (
              <Checkbox
                key={ability}
                value={ability}
                label={abilityName(ability)}
                description={abilityHint(ability)}
              />
            ))}
          </Stack>
        </Checkbox.Group>
      </SectionCard>
    </>
  )
}
