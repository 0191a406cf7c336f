import { useQuery } from '@tanstack/react-query'

import type { DocumentVersion, OneDocument } from '#api/documents.ts'
import { type PlaceholderSource, templates } from '#api/templates.ts'
import { fillDocument } from '#contract/account/templates.ts'
import { answerWords, linkWords } from '#contract/documents/answer-words.ts'
import type { Countersignature, DocumentAnswer, DocumentSection } from '#contract/documents/documents.ts'
import { answersTo } from '#contract/documents/signing.ts'
import type { DocumentLook } from '#contract/invoices/looks.ts'
import { isSameName } from '#contract/values/folding.ts'
import type { PlaceholderValues } from '#contract/values/placeholders.ts'
import { byteSize } from '#lib/byte-size.ts'
import { momentOf } from '#lib/dates.ts'
import { InLanguage } from '#parts/sheets/in-language.tsx'
import { Paper, SheetFact, SheetFigures } from '#parts/sheets/paper.tsx'
import type { SheetLanguage } from '#parts/sheets/sheet-language.ts'

import { documentStatusWord } from './document-badge.tsx'
import { kindWords, titleOf } from './document-words.tsx'
import { SectionTexts } from './section-inputs.tsx'

import sheet from '#parts/sheets/invoice-sheet.module.css'
import classes from './documents.module.css'

interface Props {
  document: OneDocument
  /** Content of a sent version; the current one unless given. */
  version?: DocumentVersion | undefined
}

/** A proposal or contract as a sheet of paper: what is printed is this and nothing else. */
export function DocumentSheet({ document, version }: Props) {
  const { kind, status } = document
  const isFilled = version === undefined && status === 'draft'
  const values = usePlaceholderValues(isFilled ? document : undefined, { [`${kind}_id`]: document.id })
  const shown =
    version ?? (isFilled && values ? { ...document, ...fillDocument(kind, document, values) } : document)
  return (
    <DocumentPaper
      kind={kind}
      number={document.number}
      sender={document.sender}
      look={shown.look}
      status={version ? undefined : documentStatusWord(status)}
      shown={shown}
    />
  )
}

/** Returns what the placeholders of a document stand for; undefined until that is read, and without any. */
export function usePlaceholderValues(
  texts: Pick<Shown, 'title' | 'sections'> | undefined,
  source: PlaceholderSource,
): PlaceholderValues | undefined {
  const isNeeded = texts !== undefined && JSON.stringify([texts.title, texts.sections]).includes('{{')
  return useQuery({ ...templates.values(source), enabled: isNeeded }).data
}

/** What the sheet says. */
export interface Shown extends Pick<
  OneDocument,
  | 'title'
  | 'customer_id'
  | 'customer_name'
  | 'customer_email'
  | 'sent_at'
  | 'starts_on'
  | 'ends_on'
  | 'line_items'
  | 'currency'
  | 'total_amount'
  | 'attachments'
  | 'answer'
  | 'signers'
> {
  readonly sections: readonly DocumentSection[]
}

interface PaperProps extends Pick<OneDocument, 'kind' | 'number'> {
  /** Unknown of one that isn’t saved yet. */
  sender: OneDocument['sender'] | undefined
  look: DocumentLook
  /** Of the current text, for the business alone. */
  status?: string | undefined
  shown: Shown
}

/** The sheet in its language. */
export const DocumentPaper = (props: PaperProps) => (
  <InLanguage look={props.look}>{(language) => <Sheet {...props} language={language} />}</InLanguage>
)

function Sheet({
  kind,
  number,
  sender,
  look,
  status,
  shown,
  language,
}: PaperProps & { language: SheetLanguage }) {
  const { say } = language
  const { customer_id, customer_name, customer_email, signers, answer } = shown
  return (
    <Paper
      look={look}
      language={language}
      sender={sender}
      kind={say(kindWords[kind].One)}
      number={number}
      label={say(kind === 'proposal' ? 'Prepared for' : 'Customer')}
      customer={{ customer_id, customer_name, customer_email }}
      dates={
        <SheetDays
          kind={kind}
          timeZone={sender?.time_zone}
          status={status}
          shown={shown}
          language={language}
        />
      }
    >
      <div className={classes.title} dir="auto">
        {titleOf(shown)}
      </div>
      <SectionTexts sections={shown.sections} />
      <Prices shown={shown} language={language} />
      <Attachments files={shown.attachments} say={say} />
      {answersTo(shown).map((given, index) => (
        <AnswerBox
          key={given.at}
          answer={given}
          expected={given.kind === 'signed' ? (signers[index]?.name ?? customer_name) : customer_name}
          say={say}
        />
      ))}
      {answer?.countersignature && <CountersignatureBox {...answer.countersignature} say={say} />}
    </Paper>
  )
}

function SheetDays({
  kind,
  timeZone,
  status,
  shown: { sent_at, starts_on, ends_on, signers },
  language: { say, day, dayOf },
}: Pick<PaperProps, 'kind' | 'status' | 'shown'> & {
  timeZone: string | undefined
  language: SheetLanguage
}) {
  return (
    <>
      {sent_at !== null && <SheetFact label={say('Sent')}>{dayOf(sent_at, timeZone)}</SheetFact>}
      {starts_on !== null && <SheetFact label={say('Starts')}>{day(starts_on)}</SheetFact>}
      {ends_on !== null && <SheetFact label={say(kindWords[kind].lastDay)}>{day(ends_on)}</SheetFact>}
      {signers.length > 0 && (
        <SheetFact label={say('Signers')}>{signers.map(({ name }) => name).join(', ')}</SheetFact>
      )}
      {status !== undefined && (
        <SheetFact label="Status" isInternal>
          {status}
        </SheetFact>
      )}
    </>
  )
}

/** The lines, and what they come to. */
function Prices({
  shown: { line_items, currency, total_amount },
  language,
}: {
  shown: Shown
  language: SheetLanguage
}) {
  const { say } = language
  const lines = line_items.filter((line) => line.kind === 'item')
  if (lines.length === 0) return null
  return (
    <div className={classes.prices}>
      <SheetFigures
        lines={lines}
        taxes={line_items.filter((line) => line.kind === 'tax')}
        total={say('Total')}
        amount={total_amount}
        currency={currency}
        language={language}
      />
    </div>
  )
}

function Attachments({ files, say }: { files: OneDocument['attachments'] } & Pick<SheetLanguage, 'say'>) {
  if (files.length === 0) return null
  return (
    <section className={classes.attached} aria-label={say('Attachments')}>
      <p className={sheet.label}>{say('Attachments')}</p>
      <ul>
        {files.map(({ id, name, bytes }) => (
          <li key={id}>
            <bdi>{name}</bdi> ({byteSize(bytes)})
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Who answered, when and from where. */
function AnswerBox({
  answer,
  expected,
  say,
}: {
  answer: DocumentAnswer
  /** The name of the signer, or of the customer. */
  expected: string
} & Pick<SheetLanguage, 'say'>) {
  return (
    <section className={classes.answer} aria-label={say(answerWords[answer.kind])}>
      <p className={sheet.label}>{say(answerWords[answer.kind])}</p>
      <p className={sheet.customer} dir="auto">
        {answer.name}
      </p>
      {!isSameName(answer.name, expected) && (
        <p>
          Not the expected name, <bdi>{expected}</bdi>
        </p>
      )}
      <p>{momentOf(answer.at)}</p>
      {answer.note !== '' && (
        <p className={sheet.lined} dir="auto">
          {answer.note}
        </p>
      )}
      {answer.recorded_by !== null && (
        <p className={sheet.label}>
          {say('Recorded by')} {answer.recorded_by}
        </p>
      )}
      {answer.address !== null && (
        <p className={sheet.label}>
          {say('From address')} {answer.address}
        </p>
      )}
      {answer.device !== null && (
        <p className={sheet.label}>
          {say('Device')} <bdi>{answer.device}</bdi>
        </p>
      )}
      {answer.link && (
        <p className={sheet.label}>
          {say(linkWords[answer.link.delivery])} <bdi>{answer.link.to}</bdi>
        </p>
      )}
      {answer.sha256 !== null && (
        <p className={classes.hash}>
          <span className={sheet.label}>{say('Answer hash (SHA-256)')}</span> <code>{answer.sha256}</code>
        </p>
      )}
    </section>
  )
}

/** The signature of the business, below that of the customer. */
const CountersignatureBox = ({
  name,
  signed_by,
  at,
  sha256,
  say,
}: Countersignature & Pick<SheetLanguage, 'say'>) => (
  <section className={classes.answer} aria-label={say('Countersigned by')}>
    <p className={sheet.label}>{say('Countersigned by')}</p>
    <p className={sheet.customer} dir="auto">
      {name}
    </p>
    <p>{momentOf(at)}</p>
    <p className={sheet.label}>
      {say('Signed in as')} {signed_by}
    </p>
    <p className={classes.hash}>
      <span className={sheet.label}>{say('Countersignature hash (SHA-256)')}</span> <code>{sha256}</code>
    </p>
  </section>
)
