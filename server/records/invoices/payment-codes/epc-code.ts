import { bankAccountIn } from './bank-account.ts'

/** Countries whose accounts a SEPA transfer reaches. */
const sepa: ReadonlySet<string> = new Set(
  'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM VA'.split(
    ' ',
  ),
)

/** Most characters of the name and of the text that the transfer carries. */
const longest = { name: 70, text: 140 } as const

const largestAmount = 999_999_999.99

/**
 * Returns the text of the QR code that fills in a SEPA transfer in a banking app (EPC069-12, version 2, a line each). Undefined
 * where it can’t be paid in that way: in another currency, without an IBAN in the bank details, or with nothing due. The code
 * is drawn with error correction M.
 */
export function epcCode({
  name,
  bank_details,
  currency,
  amount,
  reference,
}: {
  readonly name: string
  readonly bank_details: string
  readonly currency: string
  /** In euros. */
  readonly amount: number
  /** Names the invoice on the bank statement. */
  readonly reference: string
}): string | undefined {
  const account = bankAccountIn(bank_details)
  const payee = singleLine(name, longest.name)
  if (!account || !sepa.has(account.iban.slice(0, 2)) || payee === '') return undefined
  if (currency !== 'EUR' || amount < 0.01 || amount > largestAmount) return undefined
  return [
    'BCD',
    '002',
    // UTF-8
    '1',
    'SCT',
    account.bic,
    payee,
    account.iban,
    `EUR${amount.toFixed(2)}`,
    // No purpose and no structured reference.
    '',
    '',
    singleLine(reference, longest.text),
  ].join('\n')
}

const singleLine = (text: string, most: number) =>
  Array.from(text.replaceAll(/\s+/g, ' ').trim()).slice(0, most).join('')
