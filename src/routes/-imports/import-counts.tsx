import type { ImportCounts as Counts } from '#contract/imports.ts'
import { numberText } from '#lib/locale.ts'

import { outcomeWords } from './import-words.ts'

import classes from './import.module.css'

/** How many rows have each outcome. */
export const ImportCounts = ({ counts, isPlan }: { counts: Counts; isPlan: boolean }) => (
  <dl className={classes['counts']}>
    {outcomeWords.map(([outcome, before, after]) => (
      <div
        key={outcome}
        data-zero={counts[outcome] === 0 || undefined}
        data-bad={(outcome === 'failed' && counts.failed > 0) || undefined}
      >
        <dt>{isPlan ? before : after}</dt>
        <dd>{numberText(counts[outcome])}</dd>
      </div>
    ))}
  </dl>
)
