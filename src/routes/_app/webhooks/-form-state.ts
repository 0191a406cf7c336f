import { type UseFormReturn, useForm } from 'react-hook-form'

import type { ApiError } from '#api/errors.ts'
import { type WebhookForm, placeOf, webhookProblems } from '#api/webhook-form.ts'
import { resolverFrom } from '#kit/form.tsx'

/** The form of an endpoint, held to the rules of the contract. */
export function useWebhookForm(start: WebhookForm): UseFormReturn<WebhookForm> {
  return useForm<WebhookForm>({ defaultValues: start, resolver, shouldFocusError: false })
}

/** Puts what the service refused under its inputs. Returns the names that found their place. */
export function placeRefusals(form: UseFormReturn<WebhookForm>, error: ApiError): readonly string[] {
  return Object.entries(error.fields).flatMap(([name, message]) => {
    const place = placeOf(name, form.getValues())
    if (place === undefined) return []
    form.setError(place as keyof WebhookForm, { type: 'refused', message })
    return [name]
  })
}

const resolver = resolverFrom<WebhookForm>((values) => Object.entries(webhookProblems(values)))
