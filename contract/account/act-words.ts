import type { CustomerAct } from './notifications.ts'

/** What a customer did as the verb of a sentence: `Ada accepted Kick-off`. */
export const verbOf = (what: CustomerAct['what']): string => (what === 'tentative' ? 'may attend' : what)
