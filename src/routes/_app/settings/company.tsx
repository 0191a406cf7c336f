import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'

import { company } from '#api/company.ts'
import { prefetchForSession } from '#api/session.ts'
import { PageHeader } from '#kit/page-header.tsx'
import { Problem } from '#kit/problem.tsx'

import { CompanyForm, type ReadCompany } from './-company/company-form.tsx'

export const Route = createFileRoute('/_app/settings/company')({
  loader: ({ context: { queryClient } }) =>
    prefetchForSession(queryClient, ({ abilities, features }) => {
      if (abilities.includes('settings.manage') && features.records)
        void queryClient.prefetchQuery(company.current())
    }),
  component: CompanySettings,
})

/** Company details on documents, and defaults of new ones. */
function CompanySettings() {
  const latest = useQuery(company.current())
  const [started, setStarted] = useState<{ readonly round: number; readonly with: ReadCompany }>()
  if (!started && latest.data) setStarted({ round: 0, with: latest.data })
  if (!started || !latest.data)
    return (
      <>
        <PageHeader title="Company" />
        {latest.error && <Problem error={latest.error} retry={() => void latest.refetch()} />}
      </>
    )
  return (
    <CompanyForm
      key={started.round}
      start={started.with}
      latest={latest.data}
      onStart={(next) => setStarted({ round: started.round + 1, with: next })}
    />
  )
}
