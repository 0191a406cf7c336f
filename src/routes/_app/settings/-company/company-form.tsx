import { Button, Group, Input, Stack } from '@mantine/core'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { company } from '#api/company.ts'
import { draftName, session } from '#api/session.ts'
import type { Company } from '#contract/account/company.ts'
import { largestPhotoBytes } from '#contract/customers/customers.ts'
import { useAttempt } from '#kit/attempt.ts'
import { FileDrop } from '#kit/file-drop.tsx'
import { RecordForm } from '#kit/record-form.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { toast } from '#kit/toast.ts'
import { useRecordForm } from '#kit/use-record-form.ts'
import { imageFormatOf } from '#lib/file-check.ts'

import { IdentityInputs, InvoiceInputs } from './company-inputs.tsx'
import {
  type CompanyValues,
  companyInput,
  companyPathOf,
  companyProblems,
  companyValues,
  mergeCompany,
} from './company-values.ts'

import classes from './logo-input.module.css'

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

/** The company’s logo. It is uploaded and removed at once, without the form that it stands in. */
function LogoInput({ logo }: Pick<Company, 'logo'>) {
  const upload = useAttempt(company.uploadLogo())
  const remove = useAttempt(company.removeLogo())
  const [problem, setProblem] = useState<string>()
  const error = problem ?? upload.error?.fields['logo'] ?? upload.error?.message ?? remove.error?.message
  const take = async ([file]: File[]) => {
    remove.reset()
    upload.reset()
    setProblem(undefined)
    if (!file) return
    if (file.size > largestPhotoBytes) return setProblem('The logo is larger than 5 MB')
    if ((await imageFormatOf(file)) === undefined) return setProblem('Choose a PNG, JPEG, WebP or GIF image.')
    upload.mutate({ file }, { onSuccess: () => void toast.success('Logo saved') })
  }
  return (
    <Input.Wrapper label="Logo" labelElement="div">
      <FileDrop
        label={logo ? 'Replace logo' : 'Upload logo'}
        title={upload.isPending ? 'Uploading…' : logo ? 'Replace' : 'Upload'}
        hint="Printed above your company name. PNG, JPEG, WebP or GIF, at most 5 MB; a transparent PNG looks best."
        accept="image/png,image/jpeg,image/webp,image/gif"
        isBusy={upload.isPending}
        error={error}
        onFiles={(files) => void take(files)}
      >
        {logo && (
          <Group gap="md" mb="sm">
            <img
              className={classes.logo}
              src={logo.path}
              width={logo.width}
              height={logo.height}
              // At most 240 × 80 with its frame. It has that size before it is loaded, so that nothing moves then.
              style={{ width: Math.min(logo.width, 222, (62 * logo.width) / logo.height) }}
              alt="Your logo"
            />
            <Button
              variant="subtle"
              color="gray"
              loading={remove.isPending}
              onClick={() => {
                upload.reset()
                setProblem(undefined)
                remove.mutate({}, { onSuccess: () => void toast.success('Logo removed') })
              }}
            >
              Remove
            </Button>
          </Group>
        )}
      </FileDrop>
    </Input.Wrapper>
  )
}
