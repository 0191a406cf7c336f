import type { DraftForm } from '#api/invoice-draft.ts'
import { dayText } from '#lib/calendar.ts'
import { type Merge, type MergeInput, type Versions, describeValue, mergeVersions } from '#lib/merge.ts'
import { pluralize } from '#lib/pluralize.ts'
import { mergeDrafts, withPart } from '#routes/_app/invoices/-editor/draft-merge.ts'

import type { DocumentValues, SectionValues } from './document-values.ts'

/** What of a document is merged as a whole. */
type Path = Exclude<keyof DocumentValues, 'draft'> | `draft.${'customer' | 'currency' | 'lines'}`

const day = (value: unknown) => (value === '' ? describeValue('') : dayText(String(value)))

type SectionText = Omit<SectionValues, 'key'>

let round = 0
const withKeys = (sections: readonly SectionText[]): readonly SectionValues[] => {
  round += 1
  return sections.map((section, index) => ({ ...section, key: `merged-${round}-${index}` }))
}

/** Shows two versions of the sections by what they are called. */
const describeSections = (sections: readonly SectionText[]) =>
  [pluralize(sections.length, 'section'), ...sections.map(({ heading }) => heading).filter(Boolean)].join(
    ' · ',
  )

const plain = (path: 'title' | 'startsOn' | 'endsOn', label: string, describe: (value: unknown) => string) =>
  ({
    path,
    label,
    read: (values) => values[path],
    write: (values, value) => ({ ...values, [path]: value }),
    describe,
  }) satisfies MergeInput<DocumentValues, Path>

const inputs: readonly MergeInput<DocumentValues, Path>[] = [
  plain('title', 'Title', describeValue),
  plain('startsOn', 'First day', day),
  plain('endsOn', 'Last day', day),
  {
    path: 'sections',
    label: 'Sections',
    read: ({ sections }) => sections.map(({ heading, text }) => ({ heading, text })),
    write: (values, sections) => ({ ...values, sections: withKeys(sections as readonly SectionText[]) }),
    describe: (sections) => describeSections(sections as readonly SectionText[]),
  },
]

const isOfDraft = (path: string): path is 'customer' | 'currency' | 'lines' =>
  path === 'customer' || path === 'currency' || path === 'lines'

/** Merges two people’s edits of one document, part by part. */
export function mergeDocuments(versions: Versions<DocumentValues>): Merge<DocumentValues, Path> {
  const { base, mine, theirs } = versions
  const own = mergeVersions(versions, inputs)
  const content = mergeDrafts({ base: base.draft, mine: mine.draft, theirs: theirs.draft })
  const conflicts = content.conflicts.flatMap(({ path, label, mine: kept, theirs: other }) => {
    if (!isOfDraft(path)) return []
    const choice = ({ value, text }: typeof kept) => ({
      value: withPart(content.merged, path, value)[path satisfies keyof DraftForm],
      text,
    })
    return [{ path: `draft.${path}` as const, label, mine: choice(kept), theirs: choice(other) }]
  })
  return {
    merged: { ...own.merged, draft: content.merged },
    // The form needs the keys of the sections, which were left out to compare them.
    conflicts: [
      ...own.conflicts.map((conflict) =>
        conflict.path === 'sections'
          ? {
              ...conflict,
              mine: { ...conflict.mine, value: mine.sections },
              theirs: { ...conflict.theirs, value: theirs.sections },
            }
          : conflict,
      ),
      ...conflicts,
    ],
    taken: [...own.taken, ...content.taken],
  }
}
