import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { isMt940, readMt940 } from './mt940.ts'
import { UnreadableStatement } from './statement.ts'

const statement = (...fields: readonly string[]) =>
  [
    '{1:F01COBADEFFXXXX0000000000}{2:I940COBADEFFXXXXN}{4:',
    ':20:STARTUMSE',
    ':25:37040044/532013000',
    ':28C:00001/001',
    ':60F:C260101EUR1000,00',
    ...fields,
    ':62F:C260105EUR1119,00',
    ':86:About the account',
    '-}',
  ].join('\r\n')

const received = ':61:2601050106CR119,00NTRFNONREF//REF1'
const paymentsIn = (...fields: readonly string[]) => readMt940(statement(...fields)).payments
const only = (...fields: readonly string[]) => paymentsIn(received, ...fields)[0]

test('a payment has its booking day, amount, payer, account and text, in one line', () => {
  const german = [
    ':86:166?00SEPA-GUTSCHRIFT?109200?20EREF+NOTPROVIDED?21SVWZ+Rechnung INV-2026-00',
    '?2212 vom Januar?30COBADEFFXXX?31DE89370400440532013000?32Bäckerei Mü?33ller GmbH?60, danke',
  ]
  expect(readMt940(statement(received, ...german))).toEqual({
    leftOut: 0,
    payments: [
      {
        paid_on: '2026-01-06',
        amount: 119,
        currency: 'EUR',
        payer: 'Bäckerei Müller GmbH',
        payer_account: 'DE89370400440532013000',
        text: 'Rechnung INV-2026-0012 vom Januar, danke',
        bank_reference: 'REF1',
      },
    ],
  })
})

describe('what a bank says of a payment', () => {
  test('may be named parts, as in the Netherlands', () => {
    expect(
      only(
        ':86:/TRTP/SEPA OVERBOEKING/IBAN/NL91ABNA0417164300/BIC/ABNANL2A/NAME/J',
        'ANSEN BV/REMI/Factuur INV-2026-0012/EREF/NOTPROVIDED',
      ),
    ).toMatchObject({
      payer: 'JANSEN BV',
      payer_account: 'NL91ABNA0417164300',
      text: 'Factuur INV-2026-0012',
    })
    expect(
      only(':86:/EREF/E-7//CNTP/NL91ABNA0417164300/ABNANL2A/Jansen BV///REMI/USTD//INV 12/'),
    ).toMatchObject({ payer: 'Jansen BV', payer_account: 'NL91ABNA0417164300', text: 'INV 12 E-7' })
  })

  test('may be words, whose lines are full where a word goes on', () => {
    const full = `Payment of the invoice that you sent in January, number INV-2026-`
    expect(full).toHaveLength(65)
    expect(only(`:86:${full}`, '0012', 'thanks')?.text).toBe(`${full}0012 thanks`)
  })

  test('names who really pays', () => {
    const text = ':86:166?20SVWZ+INV-2026-0012?21ABWA+Noor Haddad?32A Service GmbH'
    expect(only(text)).toMatchObject({ payer: 'Noor Haddad', text: 'INV-2026-0012' })
  })

  test('is what the payer called the transfer if it’s nothing else', () => {
    const [payment] = paymentsIn(':61:260105C7,NMSCINV-2026-0012')
    expect(payment).toMatchObject({ paid_on: '2026-01-05', amount: 7, text: 'INV-2026-0012' })
  })
})

test('what went out, was returned or is expected is left out', () => {
  const marks = ['D', 'RC', 'RD', 'EC', 'ED'].map((mark) => `:61:2601050105${mark}1,00NTRFNONREF`)
  expect(readMt940(statement(...marks, received))).toMatchObject({ leftOut: 5, payments: [{ amount: 119 }] })
})

test('a booking near the turn of the year has the year that it belongs to', () => {
  const dayOf = (line: string) => paymentsIn(line)[0]?.paid_on
  expect(dayOf(':61:2601010131C1,00NTRFNONREF')).toBe('2026-01-31')
  expect(dayOf(':61:2601021231C1,00NTRFNONREF')).toBe('2025-12-31')
  expect(dayOf(':61:2512310102C1,00NTRFNONREF')).toBe('2026-01-02')
})

test('each statement of a file has its currency', () => {
  const francs = statement(':61:260105C1,00NTRFNONREF').replaceAll('EUR', 'CHF')
  const { payments } = readMt940(`${statement(received)}\r\n${francs}`)
  expect(payments.map(({ currency }) => currency)).toEqual(['EUR', 'CHF'])
})

test.each([':61:26XX05C1,00NTRF', ':61:261345C1,00NTRF', ':61:260105C1.00NTRF', ':61:'])(
  'an entry such as “%s” is refused with a reason',
  (line) => {
    expect(() => readMt940(statement(line))).toThrow('A payment of this statement has no amount or no day')
  },
)

test('whatever a bank writes is read, or refused with a reason', () => {
  const line = fc.oneof(
    fc.constantFrom(received, ':61:260105C1,00NTRF', ':86:166?20SVWZ+?', '/REMI/', ':60F:', '-}'),
    fc.string({ unit: 'grapheme', maxLength: 80 }),
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const read = () => {
        try {
          return readMt940(statement(...lines)).payments
        } catch (error) {
          return error
        }
      }
      expect([Array, UnreadableStatement]).toContain((read() as object).constructor)
    }),
  )
})

test('it is told from a table and from XML', () => {
  expect(isMt940(statement())).toBe(true)
  expect(isMt940('Date;Amount\n2026-01-05;:20:')).toBe(false)
})
