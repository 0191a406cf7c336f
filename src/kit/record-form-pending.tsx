import { type Way, wayBack } from './back-link.tsx'
import { PageHeader } from './page-header.tsx'
import { type Failure, Problem } from './problem.tsx'

import classes from './record-form.module.css'

interface Props {
  title: string
  /** As `RecordForm` has it. */
  back?: Way | undefined
  isWide?: boolean | undefined
  /** Whether the form has a line below its title. */
  hasSubtitle?: boolean | undefined
  /** The query that reads the record. */
  record?: { readonly error: Failure | null; readonly refetch: () => Promise<unknown> } | undefined
}

/** Stands in for a `RecordForm` until its record has been read, with the title in the same place. */
export function RecordFormPending({ title, back, isWide = false, hasSubtitle = false, record }: Props) {
  return (
    <div className={classes.page} data-wide={isWide || undefined}>
      <PageHeader title={title} back={back && wayBack(back)} subtitle={hasSubtitle ? null : undefined} />
      {record?.error && <Problem error={record.error} retry={() => void record.refetch()} />}
    </div>
  )
}
