import type { InvoiceLanguage } from '../invoices/looks.ts'
import { filled } from '../values/filled.ts'

/** Why people are emailed about a meeting. */
export type MeetingReason = 'invited' | 'changed' | 'removed' | 'canceled'

interface Said {
  readonly subject: string
  readonly opening: string
}

interface Words extends Readonly<Record<MeetingReason, Said>> {
  readonly place: string
  readonly link: string
  readonly attached: string
  readonly answer: string
}

const words: Readonly<Record<InvoiceLanguage, Words>> = {
  en: {
    invited: { subject: 'Invitation: {title}', opening: '{business} invites you to a meeting.' },
    changed: {
      subject: 'Updated invitation: {title}',
      opening: 'This meeting with {business} has changed.',
    },
    removed: {
      subject: 'Canceled: {title}',
      opening: 'You’re no longer invited to this meeting with {business}.',
    },
    canceled: { subject: 'Canceled: {title}', opening: 'This meeting with {business} is canceled.' },
    place: 'Place: {place}',
    link: 'Link: {link}',
    attached: 'The attached file brings your calendar up to date.',
    answer: 'Answer invitation',
  },
  de: {
    invited: { subject: 'Einladung: {title}', opening: '{business} lädt Sie zu einem Termin ein.' },
    changed: {
      subject: 'Geänderte Einladung: {title}',
      opening: 'Dieser Termin mit {business} hat sich geändert.',
    },
    removed: {
      subject: 'Abgesagt: {title}',
      opening: 'Sie sind zu diesem Termin mit {business} nicht mehr eingeladen.',
    },
    canceled: { subject: 'Abgesagt: {title}', opening: 'Dieser Termin mit {business} ist abgesagt.' },
    place: 'Ort: {place}',
    link: 'Link: {link}',
    attached: 'Die angehängte Datei bringt Ihren Kalender auf den neuesten Stand.',
    answer: 'Einladung beantworten',
  },
  fr: {
    invited: { subject: 'Invitation : {title}', opening: '{business} vous invite à un rendez-vous.' },
    changed: {
      subject: 'Invitation modifiée : {title}',
      opening: 'Ce rendez-vous avec {business} a été modifié.',
    },
    removed: {
      subject: 'Annulé : {title}',
      opening: 'Vous n’êtes plus invité à ce rendez-vous avec {business}.',
    },
    canceled: { subject: 'Annulé : {title}', opening: 'Ce rendez-vous avec {business} est annulé.' },
    place: 'Lieu : {place}',
    link: 'Lien : {link}',
    attached: 'Le fichier joint met votre agenda à jour.',
    answer: 'Répondre à l’invitation',
  },
  es: {
    invited: { subject: 'Invitación: {title}', opening: '{business} le invita a una reunión.' },
    changed: {
      subject: 'Invitación modificada: {title}',
      opening: 'Esta reunión con {business} ha cambiado.',
    },
    removed: {
      subject: 'Cancelada: {title}',
      opening: 'Ya no está invitado a esta reunión con {business}.',
    },
    canceled: {
      subject: 'Cancelada: {title}',
      opening: 'Se ha cancelado esta reunión con {business}.',
    },
    place: 'Lugar: {place}',
    link: 'Enlace: {link}',
    attached: 'El archivo adjunto actualiza su calendario.',
    answer: 'Responder a la invitación',
  },
  nl: {
    invited: { subject: 'Uitnodiging: {title}', opening: '{business} nodigt u uit voor een afspraak.' },
    changed: {
      subject: 'Gewijzigde uitnodiging: {title}',
      opening: 'Deze afspraak met {business} is gewijzigd.',
    },
    removed: {
      subject: 'Geannuleerd: {title}',
      opening: 'U bent niet langer uitgenodigd voor deze afspraak met {business}.',
    },
    canceled: { subject: 'Geannuleerd: {title}', opening: 'Deze afspraak met {business} is geannuleerd.' },
    place: 'Plaats: {place}',
    link: 'Link: {link}',
    attached: 'Het bijgevoegde bestand werkt uw agenda bij.',
    answer: 'Uitnodiging beantwoorden',
  },
}

/** What an email about a meeting says. */
interface MeetingLetter {
  readonly reason: MeetingReason
  readonly business: string
  readonly title: string
  /** When it is, in each time zone that matters. */
  readonly times: readonly string[]
  /** Empty for none, as the next two. */
  readonly place: string
  readonly link: string
  readonly notes: string
}

/** Returns the subject and the text of an email about a meeting. */
export function meetingEmail(
  language: InvoiceLanguage,
  { reason, business, title, times, place, link, notes }: MeetingLetter,
): { readonly subject: string; readonly message: string } {
  const { [reason]: said, attached, ...labels } = words[language]
  const lines = [
    title,
    ...times,
    ...(place === '' ? [] : [filled(labels.place, { place })]),
    ...(link === '' ? [] : [filled(labels.link, { link })]),
  ]
  const parts = [filled(said.opening, { business }), lines.join('\n'), notes, attached]
  return {
    subject: filled(said.subject, { title }),
    message: `${parts.filter(Boolean).join('\n\n')}\n`,
  }
}

/** Returns the label of the link with which an invitation is answered. */
export const answerText = (language: InvoiceLanguage): string => words[language].answer
