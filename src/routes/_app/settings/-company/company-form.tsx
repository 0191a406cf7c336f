import { Button, Stack } from '@mantine/core'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import { company } from '#api/company.ts'
import { draftName, session } from '#api/session.ts'
import type { Company } from '#contract/account/company.ts'
import { RecordForm } from '#kit/record-form.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { toast } from '#kit/toast.ts'
import { useRecordForm } from '#kit/use-record-form.ts'

import { IdentityInputs, InvoiceInputs } from './company-inputs.tsx'
import {
  type CompanyValues,
  companyInput,
  companyPathOf,
  companyProblems,
  companyValues,
  mergeCompany,
} from './company-values.ts'
import { LogoInput } from './logo-input.tsx'

/** The company as it was read, and its version. */
export interface ReadCompany {
  readonly company: Company
  readonly version: string
}

interface Props {
  /** The edited record. */
  start: ReadCompany
  /** The company as it is now. */
  latest: ReadCompany
  /** Starts again with that, after a save or because someone else has saved. */
  onStart: (next: ReadCompany) => void
}

/** The form of the company. It stays open after it is saved. */
export function CompanyForm({ start, latest, onStart }: Props) {
  const queryClient = useQueryClient()
  const { data: current } = useSuspenseQuery(session.current())
  const asValues = ({ company: read, version }: ReadCompany) => ({ values: companyValues(read), version })
  const editor = useRecordForm({
    draftName: draftName('company', current),
    start: asValues(start),
    check: companyProblems,
    mutation: company.update(queryClient),
    requestOf: (values: CompanyValues, attempt) => ({ ...attempt, input: companyInput(values) }),
    pathOf: companyPathOf,
    others: {
      latest: async () => asValues(await queryClient.fetchQuery({ ...company.current(), staleTime: 0 })),
      merge: mergeCompany,
    },
    onSaved: (saved) => {
      queryClient.setQueryData(company.current().queryKey, saved)
      onStart(saved)
      void toast.success('Company saved')
    },
  })
  const { hasWork, isSaving } = editor
  const discard = async () => {
    await editor.draft.close()
    onStart(latest)
  }
  const read = useRef({ hasWork, onStart })
  useEffect(function keepLatest() {
    read.current = { hasWork, onStart }
  })
  useEffect(
    function followOthers() {
      const { hasWork: hasEdits, onStart: startWith } = read.current
      if (latest.version !== start.version && !isSaving && !hasEdits()) startWith(latest)
    },
    [latest, start.version, isSaving],
  )
  return (
    <RecordForm
      title="Company"
      subtitle="How your business appears on invoices, and how it counts its days."
      record="company"
      isWide
      editor={editor}
      cancel={
        hasWork() && (
          <Button variant="subtle" color="gray" disabled={isSaving} onClick={() => void discard()}>
            Discard changes
          </Button>
        )
      }
    >
      <SectionCard title="Details">
        <Stack gap="md">
          <LogoInput logo={latest.company.logo} />
          <IdentityInputs control={editor.form.control} />
        </Stack>
      </SectionCard>
      <InvoiceInputs control={editor.form.control} nextNumber={latest.company.next_number} />
    </RecordForm>
  )
}
