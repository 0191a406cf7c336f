import { type DocumentInput, type OneDocument, documents } from '#api/documents.ts'
import type { DocumentKind } from '#contract/documents/documents.ts'
import { fingerprint } from '#parts/lines/fingerprint.ts'
import { type RecordKind, versioned } from '#parts/records/record-kind.ts'

import { DocumentForm } from './document-form.tsx'
import { mergeDocuments } from './document-merge.ts'
import { type DocumentValues, checkDocument, documentPathOf, inputOf, valuesOf } from './document-values.ts'
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
