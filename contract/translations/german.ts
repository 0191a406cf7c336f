export const german = {
  // Documents
  Proposal: 'Angebot',
  Contract: 'Vertrag',
  Draft: 'Entwurf',
  'Prepared for': 'Erstellt für',
  Customer: 'Kunde',
  Issued: 'Datum',
  Sent: 'Gesendet',
  Version: 'Version',
  '{number}, version {edition}': '{number}, Version {edition}',
  Starts: 'Beginn',
  Ends: 'Ende',
  'Valid until': 'Gültig bis',
  Total: 'Gesamt',
  Attachments: 'Anlagen',
  Accepted: 'Angenommen',
  Declined: 'Abgelehnt',
  Signed: 'Unterschrieben',
  Countersigned: 'Gegengezeichnet',
  'Accepted by': 'Angenommen von',
  'Declined by': 'Abgelehnt von',
  'Signed by': 'Unterschrieben von',
  'Countersigned by': 'Gegengezeichnet von',
  Recorded: 'Erfasst',
  'Recorded by': 'Erfasst von',
  'From address': 'Von der Adresse',
  Device: 'Gerät',
  Link: 'Link',
  'Link emailed to': 'Link per E-Mail an',
  'Link shown to': 'Link angezeigt für',
  Note: 'Anmerkung',
  'Signed in as': 'Angemeldet als',
  'Document hash (SHA-256)': 'Hash des Dokuments (SHA-256)',
  'Answer hash (SHA-256)': 'Hash der Antwort (SHA-256)',
  'Countersignature hash (SHA-256)': 'Hash der Gegenzeichnung (SHA-256)',

  // Statements of account
  'Statement of account': 'Kontoauszug',
  Period: 'Zeitraum',
  Until: 'Bis',
  Balance: 'Saldo',
  'Opening balance': 'Anfangssaldo',
  'Payment for {number}': 'Zahlung zu {number}',
  'Refund for {number}': 'Erstattung zu {number}',
  'Credit note {number}': 'Rechnungskorrektur {number}',

  // The portal
  'Customer portal': 'Kundenportal',
  'Hello, {customer}': 'Guten Tag, {customer}',
  'Waiting for you': 'Wartet auf Sie',
  '{amount} to pay': '{amount} zu zahlen',
  '{business} doesn’t share anything with you at the moment.': '{business} teilt derzeit nichts mit Ihnen.',
  Invoices: 'Rechnungen',
  Proposals: 'Angebote',
  Contracts: 'Verträge',
  Meetings: 'Termine',
  'You have no invoices yet.': 'Sie haben noch keine Rechnungen.',
  'You have no proposals yet.': 'Sie haben noch keine Angebote.',
  'You have no contracts yet.': 'Sie haben noch keine Verträge.',
  'You have no meetings yet.': 'Sie haben noch keine Termine.',
  'Show more invoices': 'Weitere Rechnungen anzeigen',
  'Show more proposals': 'Weitere Angebote anzeigen',
  'Show more contracts': 'Weitere Verträge anzeigen',
  'Show more meetings': 'Weitere Termine anzeigen',
  'valid until {day}': 'gültig bis {day}',
  'sent {day}': 'gesendet am {day}',
  'due {day}': 'fällig am {day}',
  'issued {day}': 'vom {day}',
  'Waiting for your answer': 'Wartet auf Ihre Antwort',
  'Waiting for your signature': 'Wartet auf Ihre Unterschrift',
  Open: 'Offen',
  Paid: 'Bezahlt',
  Overdue: 'Überfällig',
  Void: 'Storniert',
  Credited: 'Gutgeschrieben',
  Expired: 'Abgelaufen',
  Ended: 'Beendet',
  Canceled: 'Abgesagt',
  Past: 'Vorbei',
  'All documents': 'Alle Dokumente',
  'Your document': 'Ihr Dokument',
  'Sign out': 'Abmelden',
  From: 'Von',
  For: 'Für',
  Address: 'Adresse',
  Date: 'Datum',
  Due: 'Fällig',
  By: 'Von',
  At: 'Zeitpunkt',
  'Invoice {number}': 'Rechnung {number}',
  'Still to be paid': 'Noch zu zahlen',
  'To be refunded to you': 'Wird Ihnen erstattet',
  'Pay {amount} online': '{amount} online bezahlen',
  'Download PDF': 'PDF herunterladen',
  Accept: 'Annehmen',
  Sign: 'Unterschreiben',
  Decline: 'Ablehnen',
  Cancel: 'Abbrechen',

  // Answers
  'Accept this proposal?': 'Dieses Angebot annehmen?',
  'Accept proposal': 'Angebot annehmen',
  'Decline this proposal?': 'Dieses Angebot ablehnen?',
  'Decline proposal': 'Angebot ablehnen',
  'Sign this contract?': 'Diesen Vertrag unterschreiben?',
  'Sign contract': 'Vertrag unterschreiben',
  'Decline this contract?': 'Diesen Vertrag ablehnen?',
  'Decline contract': 'Vertrag ablehnen',
  'By signing you agree to {number} as it is shown. Your name, the time, your network address and the fingerprint of the text are kept as evidence, and shown on the PDF:':
    'Mit Ihrer Unterschrift stimmen Sie {number} so zu, wie es hier steht. Ihr Name, der Zeitpunkt, Ihre Netzwerkadresse und der Fingerabdruck des Textes werden als Nachweis aufbewahrt und stehen auf der PDF-Datei:',
  'Your answer to {number} is sent to {business} with your name, the time and your network address.':
    'Ihre Antwort zu {number} geht mit Ihrem Namen, dem Zeitpunkt und Ihrer Netzwerkadresse an {business}.',
  'Your name': 'Ihr Name',
  'Type your full name as your signature': 'Geben Sie als Unterschrift Ihren vollständigen Namen ein',
  'Note (optional)': 'Anmerkung (optional)',
  'Enter your name': 'Geben Sie Ihren Namen ein',
  'Sending…': 'Wird gesendet…',
  'A newer version was sent in the meantime. Close this, reload the page and read it again.':
    'Inzwischen wurde eine neuere Version gesendet. Schließen Sie dies, laden Sie die Seite neu und lesen Sie sie noch einmal.',
  'This can’t be answered any more. Reload the page to see what happened.':
    'Eine Antwort ist nicht mehr möglich. Laden Sie die Seite neu, um zu sehen, was passiert ist.',
  'Confirm that it’s you': 'Bestätigen Sie, dass Sie es sind',
  Confirm: 'Bestätigen',
  Code: 'Code',
  'Sending a code…': 'Code wird gesendet…',
  'We’ve emailed a code to {addresses}.': 'Wir haben einen Code an {addresses} gesendet.',
  'Send a new code': 'Neuen Code senden',
  'Checking…': 'Wird geprüft…',

  // Meetings
  When: 'Wann',
  'Your time': 'Ihre Zeit',
  'At {business}': 'Bei {business}',
  Place: 'Ort',
  Attendees: 'Teilnehmende',
  'Add to calendar': 'Zum Kalender hinzufügen',
  'New meeting': 'Neuer Termin',
  'Create meeting': 'Termin anlegen',
  'Change meeting': 'Termin ändern',
  'Cancel meeting': 'Termin absagen',
  'Keep meeting': 'Termin behalten',
  'Cancel this meeting?': 'Diesen Termin absagen?',
  '{business} sees that you canceled “{title}”.': '{business} sieht, dass Sie „{title}“ abgesagt haben.',
  Save: 'Speichern',
  'Saving…': 'Wird gespeichert…',
  Title: 'Titel',
  'Time zone': 'Zeitzone',
  'Place (optional)': 'Ort (optional)',
  'Link (optional)': 'Link (optional)',
  'Notes (optional)': 'Notizen (optional)',
  Day: 'Tag',
  Time: 'Uhrzeit',
  'Choose a time': 'Wählen Sie eine Uhrzeit',
  'Looking for free times…': 'Freie Zeiten werden gesucht…',
  'Times are in your time zone, {zone}.': 'Die Zeiten gelten in Ihrer Zeitzone, {zone}.',
  'No times are free at the moment. Please contact {business}.':
    'Zurzeit sind keine Zeiten frei. Bitte wenden Sie sich an {business}.',
  'Enter a title': 'Geben Sie einen Titel ein',
  'Enter when it begins': 'Geben Sie an, wann der Termin beginnt',
  'The end must be after the start': 'Das Ende muss nach dem Beginn liegen',
  'Your last attempt is still under way. Try again in a moment.':
    'Ihr letzter Versuch läuft noch. Versuchen Sie es gleich noch einmal.',
  'What you entered first was saved, although the connection broke. Close this and reload the page to change it.':
    'Was Sie zuerst eingegeben haben, wurde trotz der unterbrochenen Verbindung gespeichert. Schließen Sie dies und laden Sie die Seite neu, um es zu ändern.',
  'This meeting was changed in the meantime. Close this and reload the page to see it.':
    'Dieser Termin wurde inzwischen geändert. Schließen Sie dies und laden Sie die Seite neu, um ihn zu sehen.',
  'Reload the page to see what happened.': 'Laden Sie die Seite neu, um zu sehen, was passiert ist.',

  // The way in
  'Open portal': 'Portal öffnen',
  'Opening…': 'Wird geöffnet…',
  'Your documents': 'Ihre Dokumente',
  'Open the portal to see what is shared with you.':
    'Öffnen Sie das Portal, um zu sehen, was für Sie bereitliegt.',
  'Opening your document…': 'Ihr Dokument wird geöffnet…',
  'You’re signed out': 'Sie sind abgemeldet',
  'Open the link that you were sent to see your documents. It works once, for 15 minutes.':
    'Öffnen Sie den Link, den Sie erhalten haben, um Ihre Dokumente zu sehen. Er funktioniert einmal und 15 Minuten lang.',
  'If it has expired or was already used, open it anyway: its page can email you a new one.':
    'Ist er abgelaufen oder schon benutzt, öffnen Sie ihn trotzdem: Seine Seite kann Ihnen einen neuen schicken.',
  'This link has expired': 'Dieser Link ist abgelaufen',
  'Your document is still there. We can email a new link to where this one went.':
    'Ihr Dokument ist noch da. Wir können einen neuen Link dorthin schicken, wohin dieser ging.',
  'This link doesn’t work': 'Dieser Link funktioniert nicht',
  'Your documents are safe.': 'Ihre Dokumente sind sicher.',
  'Email me a new link': 'Neuen Link schicken',
  'We’ve emailed a new link to {addresses}.': 'Wir haben einen neuen Link an {addresses} gesendet.',
  'Not found': 'Nicht gefunden',
  'This isn’t shared with you, or was withdrawn.':
    'Das ist nicht für Sie freigegeben oder wurde zurückgezogen.',

  // Problems
  'Something went wrong': 'Etwas ist schiefgelaufen',
  'Something went wrong. Try again.': 'Etwas ist schiefgelaufen. Versuchen Sie es noch einmal.',
  'Try again': 'Noch einmal versuchen',
  'Can’t reach the server. Check your connection and try again.':
    'Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  'The server is taking too long to respond. Try again.':
    'Der Server antwortet zu langsam. Versuchen Sie es noch einmal.',
  'This file is no longer shared with you.': 'Diese Datei ist nicht mehr für Sie freigegeben.',
  'This file can’t be downloaded. Ask the sender for a copy.':
    'Diese Datei lässt sich nicht herunterladen. Bitten Sie den Absender um eine Kopie.',
  'Too many requests. Wait a minute and try again.':
    'Zu viele Anfragen. Warten Sie eine Minute und versuchen Sie es noch einmal.',

  // Problems that the service finds
  'Too many requests': 'Zu viele Anfragen',
  'This was changed in the meantime': 'Das wurde inzwischen geändert',
  'The same request is already in progress': 'Dieselbe Anfrage läuft schon',
  'Something went wrong on our end': 'Bei uns ist etwas schiefgelaufen',
  'The service is unavailable right now; try again in a moment':
    'Der Dienst ist gerade nicht verfügbar. Versuchen Sie es gleich noch einmal.',
  'A valid credential is required': 'Sie sind nicht angemeldet',
  'This isn’t shared with you': 'Das ist nicht für Sie freigegeben',
  'Your link is for one document': 'Ihr Link gilt für ein Dokument',
  'The link is incomplete': 'Der Link ist unvollständig',
  'No email can be sent at the moment. Ask the sender for help.':
    'Im Moment kann keine E-Mail gesendet werden. Bitten Sie den Absender um Hilfe.',
  'The email couldn’t be sent. Try again in a few minutes.':
    'Die E-Mail konnte nicht gesendet werden. Versuchen Sie es in ein paar Minuten noch einmal.',
  'This link was already used. Ask for a new one to open the portal again.':
    'Dieser Link wurde schon benutzt. Fordern Sie einen neuen an, um das Portal wieder zu öffnen.',
  'This link was replaced. Use the newest one that you were sent.':
    'Dieser Link wurde ersetzt. Nehmen Sie den neuesten, den Sie erhalten haben.',
  'Links work for 15 minutes, and this one has expired. Ask for a new one.':
    'Links funktionieren 15 Minuten lang, und dieser ist abgelaufen. Fordern Sie einen neuen an.',
  'This link doesn’t work. Open it from the message again, or ask for a new one.':
    'Dieser Link funktioniert nicht. Öffnen Sie ihn noch einmal aus der Nachricht oder fordern Sie einen neuen an.',
  'This link doesn’t work. Open it from the email again.':
    'Dieser Link funktioniert nicht. Öffnen Sie ihn noch einmal aus der E-Mail.',
  'What this link leads to was withdrawn, or is no longer shared with you.':
    'Das Dokument hinter diesem Link wurde zurückgezogen oder ist nicht mehr für Sie freigegeben.',
  'Enter the code': 'Geben Sie den Code ein',
  'Enter the six digits of the code': 'Geben Sie die sechs Ziffern des Codes ein',
  'This code no longer works. Ask for a new one.':
    'Dieser Code funktioniert nicht mehr. Fordern Sie einen neuen an.',
  'This isn’t the code. Check the newest email.':
    'Das ist nicht der Code. Sehen Sie in der neuesten E-Mail nach.',
  'Enter the code that is emailed to you before you answer':
    'Geben Sie den Code aus der E-Mail ein, bevor Sie antworten',
  'This proposal has expired': 'Dieses Angebot ist abgelaufen',
  'This meeting is over': 'Dieser Termin ist vorbei',
  'This meeting was canceled': 'Dieser Termin wurde abgesagt',
  'Choose a time that is still to come': 'Wählen Sie eine Zeit in der Zukunft',
  'This time was taken. Choose another one.': 'Diese Zeit ist inzwischen vergeben. Wählen Sie eine andere.',
  'Choose a time between 2000 and 2199': 'Wählen Sie eine Zeit zwischen 2000 und 2199',
  'A meeting can be up to 14 days long': 'Ein Termin kann bis zu 14 Tage dauern',
  'Enter a link that begins with https://': 'Geben Sie einen Link ein, der mit https:// beginnt',
  'Choose a time zone': 'Wählen Sie eine Zeitzone',
  'Remove hidden characters, such as line breaks': 'Entfernen Sie unsichtbare Zeichen wie Zeilenumbrüche',
  'Remove hidden characters': 'Entfernen Sie unsichtbare Zeichen',

  // Emails
  'Hello,': 'Guten Tag,',
  'Hello {customer},': 'Guten Tag {customer},',
  'Your link to the customer portal of {business}': 'Ihr Link zum Kundenportal von {business}',
  'Open this link to see what {business} shares with you:':
    'Öffnen Sie diesen Link, um zu sehen, was {business} für Sie bereithält:',
  'It works once, for {minutes} minutes, and is for you alone: anyone who has it can open it. If it has expired, its page can email you a new one.':
    'Er funktioniert einmal und {minutes} Minuten lang und ist nur für Sie: Wer ihn hat, kann ihn öffnen. Ist er abgelaufen, kann Ihnen seine Seite einen neuen schicken.',
  'Your new link from {business}': 'Ihr neuer Link von {business}',
  'Open this link to see what {business} sent you:':
    'Öffnen Sie diesen Link, um zu sehen, was {business} Ihnen geschickt hat:',
  'Somebody asked for it with an earlier link. If that wasn’t you, you can ignore this email.':
    'Jemand hat ihn mit einem früheren Link angefordert. Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren.',
  '{code} is your code for {business}': '{code} ist Ihr Code für {business}',
  'Enter this code to answer what {business} sent you:':
    'Geben Sie diesen Code ein, um auf das zu antworten, was {business} Ihnen geschickt hat:',
  'It works for 10 minutes. If you didn’t ask for it, you can ignore this email.':
    'Er funktioniert 10 Minuten lang. Wenn Sie ihn nicht angefordert haben, können Sie diese E-Mail ignorieren.',
} as const

/** The English text that a translation is known by: the German ones say which there are. */
export type CustomerText = keyof typeof german
