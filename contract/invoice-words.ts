import type { InvoiceLanguage } from './invoice-looks.ts'

/** The words of an invoice. */
export interface InvoiceWords {
  /** How days and amounts are written. */
  readonly locale: string
  readonly invoice: string
  readonly billedTo: string
  readonly issued: string
  readonly due: string
  readonly terms: string
  readonly onReceipt: string
  readonly day: string
  readonly days: string
  readonly description: string
  readonly quantity: string
  readonly unitPrice: string
  readonly tax: string
  /** Between a tax and what it is calculated on. */
  readonly on: string
  readonly amount: string
  readonly discount: string
  readonly net: string
  readonly total: string
  readonly payTo: string
  readonly taxNumber: string
  readonly noLines: string
  readonly page: string
  readonly of: string
  readonly draft: string
  readonly void: string
  readonly rounding: string
}

export const invoiceWords: Readonly<Record<InvoiceLanguage, InvoiceWords>> = {
  en: {
    locale: 'en-US',
    invoice: 'Invoice',
    billedTo: 'Billed to',
    issued: 'Issued',
    due: 'Due',
    terms: 'Terms',
    onReceipt: 'On receipt',
    day: 'day',
    days: 'days',
    description: 'Description',
    quantity: 'Quantity',
    unitPrice: 'Unit price',
    tax: 'Tax',
    on: 'on',
    amount: 'Amount',
    discount: 'discount',
    net: 'Net',
    total: 'Total',
    payTo: 'Pay to',
    taxNumber: 'Tax number',
    noLines: 'No line items.',
    page: 'Page',
    of: 'of',
    draft: 'Draft',
    void: 'Void',
    rounding: 'Tax is calculated for each rate on the sum of its lines, and rounded half away from zero.',
  },
  de: {
    locale: 'de-DE',
    invoice: 'Rechnung',
    billedTo: 'Rechnung an',
    issued: 'Datum',
    due: 'Fällig',
    terms: 'Zahlungsziel',
    onReceipt: 'Bei Erhalt',
    day: 'Tag',
    days: 'Tage',
    description: 'Beschreibung',
    quantity: 'Menge',
    unitPrice: 'Einzelpreis',
    tax: 'USt.',
    on: 'auf',
    amount: 'Betrag',
    discount: 'Rabatt',
    net: 'Netto',
    total: 'Gesamt',
    payTo: 'Zahlbar an',
    taxNumber: 'Steuernummer',
    noLines: 'Keine Positionen.',
    page: 'Seite',
    of: 'von',
    draft: 'Entwurf',
    void: 'Ungültig',
    rounding:
      'Die Steuer wird je Steuersatz auf die Summe der Positionen berechnet und kaufmännisch gerundet.',
  },
  fr: {
    locale: 'fr-FR',
    invoice: 'Facture',
    billedTo: 'Facturé à',
    issued: 'Date',
    due: 'Échéance',
    terms: 'Délai de paiement',
    onReceipt: 'À réception',
    day: 'jour',
    days: 'jours',
    description: 'Description',
    quantity: 'Quantité',
    unitPrice: 'Prix unitaire',
    tax: 'TVA',
    on: 'sur',
    amount: 'Montant',
    discount: 'de remise',
    net: 'Total HT',
    total: 'Total TTC',
    payTo: 'À payer à',
    taxNumber: 'Numéro de TVA',
    noLines: 'Aucune ligne.',
    page: 'Page',
    of: 'sur',
    draft: 'Brouillon',
    void: 'Annulée',
    rounding:
      'La TVA est calculée pour chaque taux sur la somme de ses lignes, puis arrondie au plus proche.',
  },
  es: {
    locale: 'es-ES',
    invoice: 'Factura',
    billedTo: 'Facturado a',
    issued: 'Fecha',
    due: 'Vencimiento',
    terms: 'Plazo de pago',
    onReceipt: 'A la recepción',
    day: 'día',
    days: 'días',
    description: 'Descripción',
    quantity: 'Cantidad',
    unitPrice: 'Precio unitario',
    tax: 'IVA',
    on: 'sobre',
    amount: 'Importe',
    discount: 'de descuento',
    net: 'Base imponible',
    total: 'Total',
    payTo: 'Pagar a',
    taxNumber: 'Número fiscal',
    noLines: 'Sin líneas.',
    page: 'Página',
    of: 'de',
    draft: 'Borrador',
    void: 'Anulada',
    rounding: 'El impuesto se calcula por tipo sobre la suma de sus líneas y se redondea al más cercano.',
  },
  nl: {
    locale: 'nl-NL',
    invoice: 'Factuur',
    billedTo: 'Gefactureerd aan',
    issued: 'Datum',
    due: 'Vervaldatum',
    terms: 'Betalingstermijn',
    onReceipt: 'Bij ontvangst',
    day: 'dag',
    days: 'dagen',
    description: 'Omschrijving',
    quantity: 'Aantal',
    unitPrice: 'Stukprijs',
    tax: 'Btw',
    on: 'over',
    amount: 'Bedrag',
    discount: 'korting',
    net: 'Netto',
    total: 'Totaal',
    payTo: 'Te betalen aan',
    taxNumber: 'Btw-nummer',
    noLines: 'Geen regels.',
    page: 'Pagina',
    of: 'van',
    draft: 'Concept',
    void: 'Ongeldig',
    rounding: 'Btw wordt per tarief over de som van de regels berekend en rekenkundig afgerond.',
  },
}
