import { createFileRoute } from '@tanstack/react-router'

import { invoiceTemplates } from '#api/invoice-templates.ts'
import { session } from '#api/session.ts'
import { templates } from '#api/templates.ts'

import { TemplateList } from '../-templates/template-list.tsx'

export const Route = createFileRoute('/_app/settings/templates/')({
  loader: async ({ context: { queryClient } }) => {
    const { abilities, features } = await queryClient.ensureQueryData(session.current())
    if (!abilities.includes('settings.manage') || !features.records) return
    // Waited for: the lists stand above each other, and the one that comes later would push the other down.
    await Promise.all([
      queryClient.prefetchQuery(invoiceTemplates.list()),
      queryClient.prefetchQuery(templates.list()),
    ])
  },
  component: TemplateList,
})
