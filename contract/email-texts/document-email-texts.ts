import type { EmailTexts } from '../account/templates.ts'
import type { DocumentKind } from '../documents/documents.ts'
import type { InvoiceLanguage } from '../invoices/looks.ts'
import { filled } from '../values/filled.ts'
import { framed } from './invoice-email-texts.ts'

/** What emails about one kind of document say unless somebody writes something else. */
interface Words {
  readonly subject: string
  readonly attached: string
  readonly ask: string
  readonly reminderSubject: string
  readonly reminder: string
  /** Of one that the customer has agreed to. */
  readonly agreedSubject: string
  readonly agreed: string
  /** What the link is for that the customer answers by. */
  readonly link: string
}

/** What only emails about one of the kinds say. */
interface Particulars {
  readonly validUntil: string
  readonly countersignedSubject: string
  readonly countersigned: string
  /** Asks the next of several signers. */
  readonly turnSubject: string
  readonly turn: string
  readonly signedByAllSubject: string
  readonly signedByAll: string
}

const words: Readonly<Record<InvoiceLanguage, Readonly<Record<DocumentKind, Words>> & Particulars>> = {
  en: {
    proposal: {
      subject: 'Proposal {number} from {company}: {title}',
      attached: 'Please find proposal {number} attached.',
      ask: 'Please let us know whether you accept it.',
      reminderSubject: 'Reminder: proposal {number} from {company}',
      reminder:
        'We sent you proposal {number} on {day}, and we haven’t heard from you yet. It’s attached again.',
      agreedSubject: 'You accepted proposal {number} from {company}',
      agreed:
        'Thank you. You accepted “{title}” on {day}. The proposal is attached as a PDF, with your answer and how to check it.',
      link: 'View and accept',
    },
    contract: {
      subject: 'Contract {number} from {company}: {title}',
      attached: 'Please find contract {number} attached.',
      ask: 'Please review and sign it.',
      reminderSubject: 'Reminder: contract {number} from {company}',
      reminder:
        'We sent you contract {number} on {day}, and we haven’t received your signature yet. It’s attached again.',
      agreedSubject: 'You signed contract {number} from {company}',
      agreed:
        'Thank you. You signed “{title}” on {day}. The contract is attached as a PDF, with your answer and how to check it.',
      link: 'Review and sign',
    },
    validUntil: 'It’s valid until {day}.',
    countersignedSubject: 'Contract {number} is signed by both sides',
    countersigned:
      '{company} has countersigned “{title}”. The contract is attached as a PDF, with both signatures and how to check them.',
    turnSubject: 'Please sign contract {number} from {company}',
    turn: '{signer} has signed “{title}”. Now it’s your turn: please review and sign contract {number}, which is attached.',
    signedByAllSubject: 'Contract {number} from {company} is signed',
    signedByAll:
      '“{title}” has been signed by {signers}. The contract is attached as a PDF, with all signatures and how to check them.',
  },
  de: {
    proposal: {
      subject: 'Angebot {number} von {company}: {title}',
      attached: 'anbei erhalten Sie unser Angebot {number}.',
      ask: 'Bitte teilen Sie uns mit, ob Sie es annehmen.',
      reminderSubject: 'Erinnerung: Angebot {number} von {company}',
      reminder:
        'am {day} haben wir Ihnen das Angebot {number} gesendet und noch keine Antwort erhalten. Es ist noch einmal beigefügt.',
      agreedSubject: 'Sie haben das Angebot {number} von {company} angenommen',
      agreed:
        'vielen Dank. Sie haben „{title}“ am {day} angenommen. Das Angebot ist als PDF beigefügt, mit Ihrer Antwort und wie sie sich prüfen lässt.',
      link: 'Ansehen und annehmen',
    },
    contract: {
      subject: 'Vertrag {number} von {company}: {title}',
      attached: 'anbei erhalten Sie den Vertrag {number}.',
      ask: 'Bitte prüfen und unterschreiben Sie ihn.',
      reminderSubject: 'Erinnerung: Vertrag {number} von {company}',
      reminder:
        'am {day} haben wir Ihnen den Vertrag {number} gesendet und noch keine Unterschrift erhalten. Er ist noch einmal beigefügt.',
      agreedSubject: 'Sie haben den Vertrag {number} von {company} unterschrieben',
      agreed:
        'vielen Dank. Sie haben „{title}“ am {day} unterschrieben. Der Vertrag ist als PDF beigefügt, mit Ihrer Unterschrift und wie sie sich prüfen lässt.',
      link: 'Prüfen und unterschreiben',
    },
    validUntil: 'Es ist bis zum {day} gültig.',
    countersignedSubject: 'Vertrag {number} ist von beiden Seiten unterschrieben',
    countersigned:
      '{company} hat „{title}“ gegengezeichnet. Der Vertrag ist als PDF beigefügt, mit beiden Unterschriften und wie sie sich prüfen lassen.',
    turnSubject: 'Bitte unterschreiben Sie den Vertrag {number} von {company}',
    turn: '{signer} hat „{title}“ unterschrieben. Jetzt sind Sie an der Reihe: Bitte prüfen und unterschreiben Sie den beigefügten Vertrag {number}.',
    signedByAllSubject: 'Vertrag {number} von {company} ist unterschrieben',
    signedByAll:
      '„{title}“ wurde von {signers} unterschrieben. Der Vertrag ist als PDF beigefügt, mit allen Unterschriften und wie sie sich prüfen lassen.',
  },
  fr: {
    proposal: {
      subject: 'Devis {number} de {company} : {title}',
      attached: 'Veuillez trouver ci-joint le devis {number}.',
      ask: 'Merci de nous dire si vous l’acceptez.',
      reminderSubject: 'Rappel : devis {number} de {company}',
      reminder:
        'Nous vous avons envoyé le devis {number} le {day} et nous n’avons pas encore reçu de réponse. Il est de nouveau joint.',
      agreedSubject: 'Vous avez accepté le devis {number} de {company}',
      agreed:
        'Merci. Vous avez accepté « {title} » le {day}. Le devis est joint en PDF, avec votre réponse et la façon de la vérifier.',
      link: 'Consulter et accepter',
    },
    contract: {
      subject: 'Contrat {number} de {company} : {title}',
      attached: 'Veuillez trouver ci-joint le contrat {number}.',
      ask: 'Merci de le relire et de le signer.',
      reminderSubject: 'Rappel : contrat {number} de {company}',
      reminder:
        'Nous vous avons envoyé le contrat {number} le {day} et nous n’avons pas encore reçu votre signature. Il est de nouveau joint.',
      agreedSubject: 'Vous avez signé le contrat {number} de {company}',
      agreed:
        'Merci. Vous avez signé « {title} » le {day}. Le contrat est joint en PDF, avec votre signature et la façon de la vérifier.',
      link: 'Relire et signer',
    },
    validUntil: 'Il est valable jusqu’au {day}.',
    countersignedSubject: 'Le contrat {number} est signé par les deux parties',
    countersigned:
      '{company} a contresigné « {title} ». Le contrat est joint en PDF, avec les deux signatures et la façon de les vérifier.',
    turnSubject: 'Merci de signer le contrat {number} de {company}',
    turn: '{signer} a signé « {title} ». C’est maintenant votre tour : merci de relire et de signer le contrat {number}, ci-joint.',
    signedByAllSubject: 'Le contrat {number} de {company} est signé',
    signedByAll:
      '« {title} » a été signé par {signers}. Le contrat est joint en PDF, avec toutes les signatures et la façon de les vérifier.',
  },
  es: {
    proposal: {
      subject: 'Presupuesto {number} de {company}: {title}',
      attached: 'Adjuntamos el presupuesto {number}.',
      ask: 'Díganos, por favor, si lo acepta.',
      reminderSubject: 'Recordatorio: presupuesto {number} de {company}',
      reminder:
        'Le enviamos el presupuesto {number} el {day} y todavía no hemos recibido respuesta. Lo adjuntamos de nuevo.',
      agreedSubject: 'Ha aceptado el presupuesto {number} de {company}',
      agreed:
        'Gracias. Aceptó «{title}» el {day}. El presupuesto va adjunto en PDF, con su respuesta y cómo comprobarla.',
      link: 'Ver y aceptar',
    },
    contract: {
      subject: 'Contrato {number} de {company}: {title}',
      attached: 'Adjuntamos el contrato {number}.',
      ask: 'Por favor, revíselo y fírmelo.',
      reminderSubject: 'Recordatorio: contrato {number} de {company}',
      reminder:
        'Le enviamos el contrato {number} el {day} y todavía no hemos recibido su firma. Lo adjuntamos de nuevo.',
      agreedSubject: 'Ha firmado el contrato {number} de {company}',
      agreed:
        'Gracias. Firmó «{title}» el {day}. El contrato va adjunto en PDF, con su firma y cómo comprobarla.',
      link: 'Revisar y firmar',
    },
    validUntil: 'Es válido hasta el {day}.',
    countersignedSubject: 'El contrato {number} está firmado por ambas partes',
    countersigned:
      '{company} ha refrendado «{title}». El contrato va adjunto en PDF, con ambas firmas y cómo comprobarlas.',
    turnSubject: 'Por favor, firme el contrato {number} de {company}',
    turn: '{signer} ha firmado «{title}». Ahora le toca a usted: revise y firme, por favor, el contrato {number}, que adjuntamos.',
    signedByAllSubject: 'El contrato {number} de {company} está firmado',
    signedByAll:
      '{signers} han firmado «{title}». El contrato va adjunto en PDF, con todas las firmas y cómo comprobarlas.',
  },
  nl: {
    proposal: {
      subject: 'Offerte {number} van {company}: {title}',
      attached: 'Hierbij ontvangt u offerte {number}.',
      ask: 'Laat u ons weten of u akkoord gaat?',
      reminderSubject: 'Herinnering: offerte {number} van {company}',
      reminder:
        'Op {day} stuurden we u offerte {number} en we hebben nog geen antwoord ontvangen. De offerte is nogmaals bijgevoegd.',
      agreedSubject: 'U hebt offerte {number} van {company} geaccepteerd',
      agreed:
        'Dank u wel. U hebt “{title}” op {day} geaccepteerd. De offerte is als pdf bijgevoegd, met uw antwoord en hoe u dat controleert.',
      link: 'Bekijken en accepteren',
    },
    contract: {
      subject: 'Contract {number} van {company}: {title}',
      attached: 'Hierbij ontvangt u contract {number}.',
      ask: 'Wilt u het nalezen en ondertekenen?',
      reminderSubject: 'Herinnering: contract {number} van {company}',
      reminder:
        'Op {day} stuurden we u contract {number} en we hebben uw handtekening nog niet ontvangen. Het contract is nogmaals bijgevoegd.',
      agreedSubject: 'U hebt contract {number} van {company} ondertekend',
      agreed:
        'Dank u wel. U hebt “{title}” op {day} ondertekend. Het contract is als pdf bijgevoegd, met uw handtekening en hoe u die controleert.',
      link: 'Nalezen en ondertekenen',
    },
    validUntil: 'De offerte is geldig tot en met {day}.',
    countersignedSubject: 'Contract {number} is door beide partijen ondertekend',
    countersigned:
      '{company} heeft “{title}” medeondertekend. Het contract is als pdf bijgevoegd, met beide handtekeningen en hoe u die controleert.',
    turnSubject: 'Wilt u contract {number} van {company} ondertekenen?',
    turn: '{signer} heeft “{title}” ondertekend. Nu bent u aan de beurt: wilt u het bijgevoegde contract {number} nalezen en ondertekenen?',
    signedByAllSubject: 'Contract {number} van {company} is ondertekend',
    signedByAll:
      '“{title}” is ondertekend door {signers}. Het contract is als pdf bijgevoegd, met alle handtekeningen en hoe u die controleert.',
  },
}

/** Facts of an email, as it says them: days are written, and braces of data kept apart from placeholders. */
interface Facts {
  readonly language: InvoiceLanguage
  readonly kind: DocumentKind
  readonly customer: string
  readonly company: string
  /** Who signs it besides the company. */
  readonly sender?: string | undefined
  readonly number: string
}

/** The usual email with a document; `lastDay` is that of a proposal which has one. */
export function documentEmail(
  facts: Facts & { readonly title: string; readonly lastDay: string | undefined },
): EmailTexts {
  const { subject, attached, ask } = words[facts.language][facts.kind]
  const { number, company, title } = facts
  return {
    subject: filled(subject, { number, company, title }),
    message: framed(facts, [`${filled(attached, { number })}${validity(facts)}`, ask]),
  }
}

/** The usual reminder of a document that was sent on `day`. */
export function documentReminder(
  facts: Facts & { readonly day: string; readonly lastDay: string | undefined },
): EmailTexts {
  const { reminderSubject, reminder, ask } = words[facts.language][facts.kind]
  const { number, company, day } = facts
  return {
    subject: filled(reminderSubject, { number, company }),
    message: framed(facts, [`${filled(reminder, { number, day })}${validity(facts)}`, ask]),
  }
}

const validity = ({
  language,
  lastDay,
}: Pick<Facts, 'language'> & { readonly lastDay: string | undefined }) =>
  lastDay === undefined ? '' : ` ${filled(words[language].validUntil, { day: lastDay })}`

/** Facts of an email about an answer. */
export interface AnswerFacts extends Facts {
  readonly title: string
  /** That of the answer. */
  readonly day: string
}

/** The confirmation for a customer who has agreed. */
export function agreedEmail(facts: AnswerFacts): EmailTexts {
  const { agreedSubject, agreed } = words[facts.language][facts.kind]
  const { number, company, title, day } = facts
  return {
    subject: filled(agreedSubject, { number, company }),
    message: framed(facts, [filled(agreed, { title, day })]),
  }
}

/**
 * An email about how far a contract is signed: the next of several signers is asked after another (`signer`), all of them have signed
 * (`signers`), or the business has, too.
 */
export function signingEmail(
  facts: Omit<AnswerFacts, 'kind' | 'day'>,
  what: 'turn' | 'signedByAll' | 'countersigned',
  people: { readonly signer?: string; readonly signers?: string } = {},
): EmailTexts {
  const texts = words[facts.language]
  const { number, company, title } = facts
  const values = { number, company, title, ...people }
  return {
    subject: filled(texts[`${what}Subject`], values),
    message: framed(facts, [filled(texts[what], values)]),
  }
}

/** What the link in an email is for, while the document waits for an answer. */
export const answerLinkText = (language: InvoiceLanguage, kind: DocumentKind): string =>
  words[language][kind].link
