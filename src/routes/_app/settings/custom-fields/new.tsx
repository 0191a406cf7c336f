import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'

import { customFields } from '#api/custom-fields.ts'
import { emptyField } from '#api/field-form.ts'
import { prefetchForSession } from '#api/session.ts'
import { optionalOf } from '#lib/page-search.ts'
import { NewRecord } from '#parts/records/new-record.tsx'

import { fieldKind } from '../-custom-fields/field-kind.tsx'
import { canManageFields } from '../-custom-fields/manage.ts'
import { starterNames } from '../-custom-fields/starter-names.ts'
import { starters } from '../-custom-fields/starters.ts'

export const Route = createFileRoute('/_app/settings/custom-fields/new')({
  /** `like`: the field that the form starts with. */
  validateSearch: z.object({ like: optionalOf(z.enum(starterNames)) }),
  loader: ({ context: { queryClient } }) =>
    prefetchForSession(queryClient, (current) => {
      if (canManageFields(current)) void queryClient.prefetchQuery(customFields.definitions())
    }),
  component: NewField,
})

function NewField() {
  const { like } = Route.useSearch()
  return <NewRecord key={like} kind={fieldKind} start={emptyField(like && starters[like])} />
}
