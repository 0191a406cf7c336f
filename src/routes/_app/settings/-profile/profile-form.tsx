import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'

import { profile } from '#api/profile.ts'
import { ProfileInput, formatRegions } from '#contract/access/profile.ts'
import type { Session } from '#contract/access/session.ts'
import { useFieldErrors } from '#kit/error-focus.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { Select } from '#kit/select.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'
import { fieldErrors } from '#lib/field-errors.ts'
import { formatExamples, hasFormatsOf, nameFormat, wordOrder } from '#lib/locale.ts'

import { PhotoInput } from './photo-input.tsx'

/** Profile of a person, in all their accounts. */
export function ProfileForm({ user }: Pick<Session, 'user'>) {
  const form = useRef<HTMLFormElement>(null)
  const saved = { name: user.name, format_region: user.format_region ?? null }
  const [values, setValues] = useState(saved)
  const [errors, setErrors] = useFieldErrors(form)
  const update = useSingleFlightMutation({
    ...profile.update(),
    onSuccess: ({ name }) => {
      // Without the space around it.
      setValues((now) => ({ ...now, name }))
      void toast.success('Profile saved')
    },
    onError: ({ fields }) => setErrors(fields),
  })
  const save = (event: FormEvent) => {
    event.preventDefault()
    const found = fieldErrors(ProfileInput, values)
    if (Object.keys(found).length > 0) return setErrors(found)
    setErrors({})
    update.mutate(values as ProfileInput)
  }
  const region = values.format_region
  return (
    <SectionCard title="You" description="The same in every account and browser you sign in to.">
      <form ref={form} onSubmit={save} noValidate>
        <Stack maw="26rem">
          <PhotoInput user={user} />
          <TextInput
            label="Name"
            autoComplete="name"
            description="Your colleagues see it beside what you do."
            value={values.name}
            error={errors['name']}
            onChange={({ currentTarget }) => setValues({ ...values, name: currentTarget.value })}
          />
          <TextInput
            label="Email"
            description="You sign in with it, so it can’t be changed here."
            type="email"
            value={user.email}
            readOnly
          />
          <div>
            <Select
              label="Region for dates and numbers"
              description="How Bureau writes dates, numbers and amounts. Its words are always English."
              data={choices(saved.format_region)}
              value={region ?? ''}
              error={errors['format_region']}
              onChange={({ currentTarget: { value } }) =>
                setValues({ ...values, format_region: value === '' ? null : value })
              }
            />
            <Text size="sm" c="dimmed" mt={6} aria-live="polite">
              {formatExamples(region).join(' · ')}
            </Text>
          </div>
          {Object.keys(errors).length === 0 && <InlineProblem error={update.error} />}
          <Group>
            <Button type="submit" loading={update.isPending}>
              Save profile
            </Button>
          </Group>
        </Stack>
      </form>
    </SectionCard>
  )
}

/** The regions that this browser can format for, and the chosen one whatever it is. */
function choices(chosen: string | null) {
  const order = wordOrder()
  const regionName = nameFormat('region')
  const regions = new Set<string>(formatRegions.filter(hasFormatsOf))
  if (chosen !== null) regions.add(chosen)
  return [
    { value: '', label: 'Same as this browser' },
    ...[...regions]
      .map((value) => ({ value, label: regionName(value) }))
      .toSorted((one, other) => order(one.label, other.label)),
  ]
}
