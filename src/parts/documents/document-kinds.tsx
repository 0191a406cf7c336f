import { type DocumentInput, type OneDocument, documents } from '#api/documents.ts'
import type { DocumentKind, Signer } from '#contract/documents/documents.ts'
import { type Day, dayText } from '#lib/calendar.ts'
import {
  type Conflict,
  type Merge,
  type MergeInput,
  type Versions,
  describeValue,
  inputsOf,
} from '#lib/merge.ts'
import { newKey } from '#lib/new-key.ts'
import { pluralize } from '#lib/pluralize.ts'
import { type DraftPath, mergeWithDraft } from '#parts/lines/draft-merge.ts'
import { fingerprint } from '#parts/lines/fingerprint.ts'
import { type RecordKind, versioned } from '#parts/records/record-kind.ts'

import { DocumentForm } from './document-form.tsx'
import {
  type DocumentValues,
  type SectionValues,
  checkDocument,
  documentPathOf,
  inputOf,
  valuesOf,
} from './document-values.ts'
import { kindWords } from './document-words.tsx'

type Kind = RecordKind<DocumentValues, OneDocument, DocumentInput>

function documentKind(kind: DocumentKind): Kind {
  const { one, many, ability, list, page } = kindWords[kind]
  return {
    noun: one,
    plural: many,
    isWide: true,
    draft: kind,
    ability,
    queries: {
      one: (id) => documents.one(kind, id),
      create: () => documents.create(kind),
      update: (id) => documents.update(kind, id),
    },
    valuesOf: versioned(valuesOf),
    check: checkDocument,
    inputOf,
    pathOf: documentPathOf,
    merge: mergeDocuments,
    fingerprint,
    form: (props) => <DocumentForm kind={kind} {...props} />,
    list: { to: list },
    page: (id) => ({ to: page, params: { id: String(id) } }),
  }
}

/** Proposals and contracts, as they are created and changed. */
export const documentKinds: Readonly<Record<DocumentKind, Kind>> = {
  proposal: documentKind('proposal'),
  contract: documentKind('contract'),
}

/** Parts of a document that are merged as a whole. */
type Path = Own | `draft.${'customer' | 'currency' | 'lines'}`
type Own = Exclude<keyof DocumentValues, 'draft'>

const day = (value: Day) => (value === '' ? describeValue('') : dayText(value))

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

const input = inputsOf<DocumentValues>()

const inputs: readonly MergeInput<DocumentValues, Own>[] = [
  input('title', 'Title'),
  input('startsOn', 'First day', day),
  input('endsOn', 'Last day', day),
  {
    path: 'sections',
    label: 'Sections',
    read: ({ sections }) => sections.map(({ heading, text }) => ({ heading, text })),
    write: (values, sections) => ({ ...values, sections: withKeys(sections as readonly SectionText[]) }),
    describe: (sections) => describeSections(sections as readonly SectionText[]),
  },
  {
    path: 'signers',
    label: 'Signers',
    read: ({ signers }) => signers.map(({ name, email }) => ({ name, email })),
    write: (values, signers) => ({
      ...values,
      signers: (signers as readonly Signer[]).map((signer) => ({ ...signer, key: newKey() })),
    }),
    describe: (signers) => (signers as readonly Signer[]).map(({ name }) => name).join(', '),
  },
]

/** Documents have no payment terms and no notes. */
const isShown = (conflict: Conflict<Own | DraftPath>): conflict is Conflict<Path> =>
  conflict.path !== 'draft.paymentDays' && conflict.path !== 'draft.notes'

/** Merges two people’s edits of one document, part by part. */
function mergeDocuments(versions: Versions<DocumentValues>): Merge<DocumentValues, Path> {
  const { mine, theirs } = versions
  const { merged, conflicts, taken } = mergeWithDraft(versions, inputs)
  return {
    merged,
    // The form needs the keys of sections and signers, which were left out to compare them.
    conflicts: conflicts.filter(isShown).map((conflict) =>
      conflict.path === 'sections' || conflict.path === 'signers'
        ? {
            ...conflict,
            mine: { ...conflict.mine, value: mine[conflict.path] },
            theirs: { ...conflict.theirs, value: theirs[conflict.path] },
          }
        : conflict,
    ),
    taken,
  }
}
