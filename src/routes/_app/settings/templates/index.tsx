import { createFileRoute } from '@tanstack/react-router'

import { prefetchForSession } from '#api/session.ts'
import { templates } from '#api/templates.ts'

import { TemplateList } from '../-templates/template-list.tsx'

export const Route = createFileRoute('/_app/settings/templates/')({
  loader: ({ context: { queryClient } }) =>
    prefetchForSession(queryClient, ({ abilities, features }) => {
      if (abilities.includes('settings.manage') && features.records)
        void queryClient.prefetchQuery(templates.list())
    }),
  component: TemplateList,
})
