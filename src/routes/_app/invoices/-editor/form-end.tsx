import { Textarea } from '@mantine/core'
import type { ReactNode } from 'react'

import type { DraftAmounts, DraftForm } from '#api/invoice-draft.ts'
import { longestInvoice } from '#contract/invoices/limits.ts'
import { SectionCard } from '#kit/section-card.tsx'
import { DraftTotals } from '#parts/lines/draft-totals.tsx'

import classes from '#parts/lines/totals.module.css'

/** The end of an invoice's form: a text beside the totals, below them where it's narrow. */
export const FormEnd = ({ children }: { children: ReactNode }) => (
  <div className={classes.end}>{children}</div>
)

interface Props {
  draft: Pick<DraftForm, 'notes' | 'currency'>
  problem: string | undefined
  onNotes: (notes: string) => void
  /** The subject of the total. */
  totalTitle: string
  amounts: DraftAmounts | undefined
}

/** The notes of an invoice, and what it comes to. */
export const NotesAndTotal = ({ draft, problem, onNotes, totalTitle, amounts }: Props) => (
  <FormEnd>
    <SectionCard title="Notes">
      <Textarea
        aria-label="Notes"
        placeholder="Shown to the customer below the lines"
        autosize
        minRows={3}
        maxRows={12}
        maxLength={longestInvoice.notes}
        value={draft.notes}
        error={problem}
        onChange={({ currentTarget }) => onNotes(currentTarget.value)}
      />
    </SectionCard>
    <SectionCard title={totalTitle}>
      <DraftTotals amounts={amounts} currency={draft.currency} />
    </SectionCard>
  </FormEnd>
)
