import type { InvoiceStatus } from '#contract/invoices/filter.ts'
import type { PaymentMethod } from '#contract/invoices/invoices.ts'
import type { DocumentLook, InvoiceLanguage } from '#contract/invoices/looks.ts'
import { wordsOf } from '#contract/invoices/translations.ts'
import type { InvoiceWords } from '#contract/invoices/words.ts'
import { translated } from '#contract/translations/translations.ts'
import { daysBetween } from '#lib/calendar.ts'
import { formatsIn } from '#lib/document-locale.ts'
import { statusWord } from '#parts/invoices/invoice-status.tsx'

import { type SheetLanguage, type SheetWords, writtenIn } from './sheet-language.ts'

/** A language that isn't what the dashboard itself is in. */
export type OtherLanguage = Exclude<InvoiceLanguage, 'en'>

interface ScreenWords {
  readonly words: Omit<SheetWords, keyof InvoiceWords>
  readonly statuses: Readonly<Record<InvoiceStatus, string>>
  readonly methods: Readonly<Record<PaymentMethod, string>>
}

const screenWords: Readonly<Record<OtherLanguage, ScreenWords>> = {
  de: {
    words: {
      status: 'Status',
      paid: 'Bezahlt',
      amountDue: 'Offener Betrag',
      toRefund: 'Zu erstatten',
      lines: 'Positionen',
    },
    statuses: {
      draft: 'Entwurf',
      sent: 'Gesendet',
      paid: 'Bezahlt',
      overdue: 'Überfällig',
      void: 'Storniert',
      credited: 'Gutgeschrieben',
    },
    methods: {
      bank_transfer: 'Überweisung',
      card: 'Karte',
      cash: 'Bar',
      check: 'Scheck',
      other: 'Andere Zahlungsart',
    },
  },
  fr: {
    words: {
      status: 'Statut',
      paid: 'Payé',
      amountDue: 'Reste à payer',
      toRefund: 'À rembourser',
      lines: 'Lignes',
    },
    statuses: {
      draft: 'Brouillon',
      sent: 'Envoyée',
      paid: 'Payée',
      overdue: 'En retard',
      void: 'Annulée',
      credited: 'Créditée',
    },
    methods: {
      bank_transfer: 'Virement',
      card: 'Carte',
      cash: 'Espèces',
      check: 'Chèque',
      other: 'Autre moyen de paiement',
    },
  },
  es: {
    words: {
      status: 'Estado',
      paid: 'Pagado',
      amountDue: 'Importe pendiente',
      toRefund: 'A devolver',
      lines: 'Líneas',
    },
    statuses: {
      draft: 'Borrador',
      sent: 'Enviada',
      paid: 'Pagada',
      overdue: 'Vencida',
      void: 'Anulada',
      credited: 'Abonada',
    },
    methods: {
      bank_transfer: 'Transferencia',
      card: 'Tarjeta',
      cash: 'Efectivo',
      check: 'Cheque',
      other: 'Otro medio de pago',
    },
  },
  nl: {
    words: {
      status: 'Status',
      paid: 'Betaald',
      amountDue: 'Openstaand bedrag',
      toRefund: 'Terug te betalen',
      lines: 'Regels',
    },
    statuses: {
      draft: 'Concept',
      sent: 'Verzonden',
      paid: 'Betaald',
      overdue: 'Te laat',
      void: 'Geannuleerd',
      credited: 'Gecrediteerd',
    },
    methods: {
      bank_transfer: 'Overschrijving',
      card: 'Kaart',
      cash: 'Contant',
      check: 'Cheque',
      other: 'Andere betaalwijze',
    },
  },
}

/** The look of a document that isn't in English. */
export type OtherLook = DocumentLook & { readonly language: OtherLanguage }

/** Returns how a sheet with that look says what it says. */
export function translationTo(look: Pick<OtherLook, 'language' | 'region' | 'tax_name'>): SheetLanguage {
  const { language } = look
  const { words: own, statuses, methods } = screenWords[language]
  const { locale, ...printed } = wordsOf(look)
  const words = { ...printed, ...own }
  const written = writtenIn(locale)
  const { inDays } = formatsIn(locale)
  return {
    words,
    say: (text) => translated(language, text),
    ...written,
    dueIn: (due, today) => {
      const days = daysBetween(today, due)
      return Number.isNaN(days) ? '' : `${words.due} ${inDays(days)}`
    },
    // One that only the service knows keeps its own word.
    status: (status) =>
      Object.hasOwn(statuses, status) ? statuses[status as InvoiceStatus] : statusWord(status),
    method: (method) => methods[method],
  }
}
