/**
 * Placeholders of templates: `{{customer.name}}`. The names below are all there are. A text is cut into pieces and values
 * are put in place of some; nothing is evaluated.
 */

/** Kinds of templates. */
export const templateKinds = [
  'proposal',
  'contract',
  'invoice_email',
  'reminder_email',
  'proposal_email',
  'proposal_reminder',
  'contract_email',
  'contract_reminder',
] as const
export type TemplateKind = (typeof templateKinds)[number]

/** The templates that documents begin with; the others are emails. */
export const documentTemplateKinds = ['proposal', 'contract'] as const satisfies readonly TemplateKind[]
export const isDocumentKind = (kind: TemplateKind): kind is (typeof documentTemplateKinds)[number] =>
  kind === 'proposal' || kind === 'contract'

const common = [
  'customer.name',
  'customer.first_name',
  'customer.last_name',
  'customer.email',
  'customer.phone',
  'customer.company',
  'customer.address',
  'company.name',
  'company.address',
  'company.tax_number',
  'company.bank_details',
  'sender.name',
  'today',
] as const
const ofInvoices = [
  'invoice.number',
  'invoice.total',
  'invoice.amount_due',
  'invoice.issued_on',
  'invoice.due_date',
  'invoice.payment_link',
] as const
const ofProposals = ['proposal.number', 'proposal.title', 'proposal.total', 'proposal.valid_until'] as const
const ofContracts = [
  'contract.number',
  'contract.title',
  'contract.total',
  'contract.starts_on',
  'contract.ends_on',
] as const

export const placeholders = [...common, ...ofInvoices, ...ofProposals, ...ofContracts] as const
export type Placeholder = (typeof placeholders)[number]

const invoice = [...common, ...ofInvoices]
const proposal = [...common, ...ofProposals]
const contract = [...common, ...ofContracts]

/** The placeholders of each kind of template. */
export const placeholdersOf: Readonly<Record<TemplateKind, readonly Placeholder[]>> = {
  proposal,
  contract,
  invoice_email: invoice,
  reminder_email: invoice,
  proposal_email: proposal,
  proposal_reminder: proposal,
  contract_email: contract,
  contract_reminder: contract,
}

/** The same in the title of a document, which can’t contain itself. */
export const titlePlaceholdersOf = (kind: 'proposal' | 'contract'): readonly Placeholder[] =>
  placeholdersOf[kind].filter((name) => name !== `${kind}.title`)

/** Values of placeholders. Null: known once the document is sent, so the placeholder stays until then. */
export type PlaceholderValues = Readonly<Partial<Record<Placeholder, string | null>>>

/** Where a text stands: a line such as a subject, the lines of an email, or formatted text. */
export type TextForm = 'line' | 'lines' | 'formatted'

/** A piece of a text. Together, the texts of all pieces are the whole text. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'placeholder'; readonly text: string; readonly name: Placeholder }
  | {
      readonly kind: 'problem'
      readonly text: string
      /** Describes the problem and suggests a name. Called for the few that are shown: it compares with every name. */
      readonly explain: () => { readonly message: string; readonly meant?: Placeholder }
    }

/** Cuts a text into its pieces, one after the other. Any text has some; `allowed` are the placeholders that can be filled in it. */
export function* piecesOf(
  text: string,
  allowed: readonly Placeholder[],
  form: TextForm,
): Generator<Piece, undefined> {
  const before = new TextBefore()
  let end = 0
  for (const found of text.matchAll(/\{\{([^{}\n]*)(\}\})?/g)) {
    const [whole, inside = '', close] = found
    if (found.index > end) yield { kind: 'text', text: text.slice(end, found.index) }
    if (form === 'formatted') before.add(text.slice(end, found.index))
    end = found.index + whole.length
    yield pieceOf(whole, inside.trim(), allowed, {
      isClosed: close !== undefined,
      isInAddress: form === 'formatted' && before.isInAddress,
    })
    if (form === 'formatted') before.add(whole)
  }
  if (end < text.length) yield { kind: 'text', text: text.slice(end) }
}

/** Of a link: a longer one isn’t read as one. */
const longestAddress = 2_100
/** `1. ` begins an item of a list with at most three spaces before it and nine digits. */
const longestItemNumber = 12

/** State of the formatted text before a position. Each character is read once, however many positions there are. */
class TextBefore {
  #length = 0
  #end = ''
  #backslashes = 0
  #address: number | undefined

  add(text: string): void {
    let last = this.#end.at(-1)
    for (let at = 0; at < text.length; at += 1) {
      const sign = text[at] ?? ''
      if (sign === '(') this.#address = last === ']' ? this.#length + at : undefined
      else if (sign === ')' || /\s/.test(sign)) this.#address = undefined
      this.#backslashes = sign === '\\' ? this.#backslashes + 1 : 0
      last = sign
    }
    this.#length += text.length
    this.#end = `${this.#end}${text.slice(-longestItemNumber - 1)}`.slice(-longestItemNumber - 1)
  }

  /** Where the parenthesis of a link’s address was opened that could still become one. */
  get address(): number | undefined {
    return this.#address
  }

  get isInAddress(): boolean {
    return this.#address !== undefined && this.#length - this.#address < longestAddress
  }

  get isEscaped(): boolean {
    return this.#backslashes % 2 === 1
  }

  get isItemNumber(): boolean {
    return /(?:^|[\r\n]) {0,3}\d{1,9}$/.test(this.#end)
  }
}

function pieceOf(
  text: string,
  name: string,
  allowed: readonly Placeholder[],
  { isClosed, isInAddress }: { readonly isClosed: boolean; readonly isInAddress: boolean },
): Piece {
  const problem = (message: string): Piece => ({ kind: 'problem', text, explain: () => ({ message }) })
  if (!isClosed) return problem('Close this placeholder with }}')
  const known = allowed.find((one) => one === name)
  if (known === undefined) return { kind: 'problem', text, explain: () => unknown(name, allowed) }
  if (isInAddress) return problem('The address of a link can’t contain placeholders')
  return { kind: 'placeholder', text, name: known }
}

function unknown(name: string, allowed: readonly Placeholder[]) {
  const meant = meantBy(name, allowed)
  const shown = name === '' ? 'Empty placeholder {{}}.' : `Unknown placeholder {{${shorten(name)}}}.`
  const question = meant === undefined ? 'Choose one from the list' : `Did you mean {{${meant}}}?`
  return { message: `${shown} ${question}`, ...(meant && { meant }) }
}

/** Returns what is wrong with the placeholders of a text; undefined if nothing is. */
export function placeholderProblem(
  text: string,
  allowed: readonly Placeholder[],
  form: TextForm,
): string | undefined {
  for (const piece of piecesOf(text, allowed, form))
    if (piece.kind === 'problem') return piece.explain().message
  return undefined
}

/** The placeholders that a text has, each once. */
export function placeholdersIn(text: string): Placeholder[] {
  const found = new Set<Placeholder>()
  for (const piece of piecesOf(text, placeholders, 'lines'))
    if (piece.kind === 'placeholder') found.add(piece.name)
  return [...found]
}

/** The purpose of a filled text. */
export interface Filling {
  /** The text is filled once more later: what has no value here stays until then, and braces of values stay apart. */
  readonly isAgain?: boolean
  /** The value of `{number}`. */
  readonly number?: string | undefined
}

/**
 * Puts the values in place of their placeholders, once: what a value says is text, whatever it looks like. What has no value
 * here stays as it is.
 */
export function fillPlaceholders(
  text: string,
  values: PlaceholderValues,
  form: TextForm,
  { isAgain = false, number }: Filling = {},
): string {
  const guard = (words: string) => (isAgain ? words : joinBraces(words))
  const typed = (words: string) =>
    number === undefined ? guard(words) : words.split(numberPlaceholder).map(guard).join(number)
  const pieces: string[] = []
  const before = new TextBefore()
  /** Parentheses that would begin the address of a link: where they are in the result. */
  const closed: number[] = []
  const write = (more: string) => {
    pieces.push(more)
    if (form === 'formatted') before.add(more)
  }
  for (const piece of piecesOf(text, placeholders, form)) {
    const value = piece.kind === 'placeholder' ? values[piece.name] : undefined
    if (value == null) {
      // A number in place of `{{…}}. ` could otherwise begin an item of a list.
      const isItem = form === 'formatted' && piece.text.startsWith('.') && before.isItemNumber
      const words = piece.kind === 'text' ? typed(piece.text) : piece.text
      write(isItem ? `\\${words}` : words)
      continue
    }
    const shown = asText(value, form)
    if (shown === '') continue
    const plain = isAgain ? keepBracesApart(shown) : shown
    if (form !== 'formatted') {
      write(plain)
      continue
    }
    // Where a placeholder between brackets and an address stood for nothing, a value never becomes the address.
    if (before.address !== undefined && closed.at(-1) !== before.address) closed.push(before.address)
    // A backslash before a placeholder isn’t one before the first sign of its value.
    write((before.isEscaped ? '\\' : '') + withoutMarks(plain))
  }
  return withBackslashesAt(pieces.join(''), closed)
}

/** Puts a backslash at each of these places, which are in order. */
function withBackslashesAt(text: string, places: readonly number[]): string {
  if (places.length === 0) return text
  return [0, ...places].map((place, index) => text.slice(place, places[index])).join('\\')
}

/** Stands for the number in a subject or message, which are written before the number exists. */
export const numberPlaceholder = '{number}'

/** Returns data for a text that is filled later: its braces are no placeholders, and look like any others until then. */
export const keepBracesApart = (data: string): string => data.replaceAll(/\{\u2060?/g, '{\u2060')

/** Whether filling a text changes anything. */
export const isFillable = (text: string): boolean => /\{[{\u2060]/.test(text)

const joinBraces = (text: string): string => text.replaceAll('{\u2060', '{')

/** The value without hidden characters, and in one line where only one fits. */
function asText(value: string, form: TextForm): string {
  const lines = value
    .replaceAll(/[\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .split(/[\r\n\u2028\u2029]+/)
    .map((line) => line.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim())
    .filter((line) => line !== '')
  return lines.join(form === 'lines' ? '\n' : ', ')
}

/** The value in formatted text: signs that would mean something there are only signs. */
const withoutMarks = (value: string): string =>
  value
    .replaceAll(/[\\*_[\]]/g, String.raw`\$&`)
    .replace(/^(?:#+|-)(?=\s|$)|^[.(]/, String.raw`\$&`)
    .replace(/^(\d+)\.(?=\s|$)/, String.raw`$1\.`)

/** The placeholder that is nearest to a mistyped one; undefined where none is near. */
function meantBy(typed: string, allowed: readonly Placeholder[]): Placeholder | undefined {
  if (typed.length > longestName) return undefined
  const name = typed.toLowerCase().replaceAll(/[^a-z]+/g, '.')
  const words = name.split('.').filter((word) => word !== '')
  const [last = ''] = words.slice(-1)
  if (last === '') return undefined
  const near = allowed
    .map((one) => ({ one, steps: distance(name, dotted(one)) }))
    .toSorted((left, right) => left.steps - right.steps)[0]
  if (near && near.steps <= Math.max(2, Math.floor(near.one.length / 4))) return near.one
  const endsIn = (end: string) => allowed.find((one) => `.${dotted(one)}`.endsWith(`.${end}`))
  return endsIn(words.join('.')) ?? endsIn(last)
}

const dotted = (name: string) => name.replaceAll('_', '.')
const longestName = 40
const shorten = (name: string) => (name.length > longestName ? `${name.slice(0, longestName)}…` : name)

/** How many letters have to be added, removed or replaced. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [line, letter] of [...from].entries()) {
    const next = [line + 1]
    for (let at = 1; at <= to.length; at += 1) {
      const same = (row[at - 1] ?? 0) + (to[at - 1] === letter ? 0 : 1)
      next.push(Math.min(same, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
