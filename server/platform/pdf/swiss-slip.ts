import { SwissQRBill } from 'swissqrbill/svg'

import type { PaymentSlip } from './invoice-sheet.ts'

/** Draws the payment part with its receipt, 210 by 105 mm, as SVG; in English where the standard has no words. */
export const drawSlip = ({ bill, language }: PaymentSlip): string =>
  new SwissQRBill(bill, {
    language: language === 'de' ? 'DE' : language === 'fr' ? 'FR' : 'EN',
    fontName: 'Liberation Sans',
    outlines: true,
    scissors: true,
  }).toString()
