import type { CustomerText } from './german.ts'

export const french: Readonly<Record<CustomerText, string>> = {
  // Documents
  Proposal: 'Devis',
  Contract: 'Contrat',
  Draft: 'Brouillon',
  'Prepared for': 'Établi pour',
  Customer: 'Client',
  Issued: 'Date',
  Sent: 'Envoyé',
  Version: 'Version',
  '{number}, version {edition}': '{number}, version {edition}',
  Starts: 'Début',
  Ends: 'Fin',
  'Valid until': 'Valable jusqu’au',
  Total: 'Total',
  Attachments: 'Pièces jointes',
  Accepted: 'Accepté',
  Declined: 'Refusé',
  Signed: 'Signé',
  Countersigned: 'Contresigné',
  'Accepted by': 'Accepté par',
  'Declined by': 'Refusé par',
  'Signed by': 'Signé par',
  'Countersigned by': 'Contresigné par',
  Recorded: 'Saisi',
  'Recorded by': 'Saisi par',
  'From address': 'Depuis l’adresse',
  Device: 'Appareil',
  Link: 'Lien',
  'Link emailed to': 'Lien envoyé par e-mail à',
  'Link shown to': 'Lien affiché à',
  Note: 'Remarque',
  'Signed in as': 'Connecté en tant que',
  'Document hash (SHA-256)': 'Empreinte du document (SHA-256)',
  'Answer hash (SHA-256)': 'Empreinte de la réponse (SHA-256)',
  'Countersignature hash (SHA-256)': 'Empreinte du contreseing (SHA-256)',

  // Statements of account
  'Statement of account': 'Relevé de compte',
  Period: 'Période',
  Until: 'Jusqu’au',
  Balance: 'Solde',
  'Opening balance': 'Solde initial',
  'Payment for {number}': 'Paiement de {number}',
  'Refund for {number}': 'Remboursement de {number}',
  'Credit note {number}': 'Avoir {number}',

  // The portal
  'Customer portal': 'Espace client',
  'Hello, {customer}': 'Bonjour, {customer}',
  'Waiting for you': 'En attente de votre part',
  '{amount} to pay': '{amount} à payer',
  '{business} doesn’t share anything with you at the moment.':
    '{business} ne partage rien avec vous pour le moment.',
  Invoices: 'Factures',
  Proposals: 'Devis',
  Contracts: 'Contrats',
  Meetings: 'Rendez-vous',
  'You have no invoices yet.': 'Vous n’avez pas encore de factures.',
  'You have no proposals yet.': 'Vous n’avez pas encore de devis.',
  'You have no contracts yet.': 'Vous n’avez pas encore de contrats.',
  'You have no meetings yet.': 'Vous n’avez pas encore de rendez-vous.',
  'Show more invoices': 'Afficher plus de factures',
  'Show more proposals': 'Afficher plus de devis',
  'Show more contracts': 'Afficher plus de contrats',
  'Show more meetings': 'Afficher plus de rendez-vous',
  'valid until {day}': 'valable jusqu’au {day}',
  'sent {day}': 'envoyé le {day}',
  'due {day}': 'échéance le {day}',
  'issued {day}': 'du {day}',
  'Waiting for your answer': 'En attente de votre réponse',
  'Waiting for your signature': 'En attente de votre signature',
  Open: 'À payer',
  Paid: 'Payée',
  Overdue: 'En retard',
  Void: 'Annulée',
  Credited: 'Créditée',
  Expired: 'Expiré',
  Ended: 'Terminé',
  Canceled: 'Annulé',
  Past: 'Passé',
  'All documents': 'Tous les documents',
  'Your document': 'Votre document',
  'Sign out': 'Se déconnecter',
  From: 'De',
  For: 'Pour',
  Address: 'Adresse',
  Date: 'Date',
  Due: 'Échéance',
  By: 'Par',
  At: 'Le',
  'Invoice {number}': 'Facture {number}',
  'Still to be paid': 'Reste à payer',
  'To be refunded to you': 'À vous rembourser',
  'Pay {amount} online': 'Payer {amount} en ligne',
  'Download PDF': 'Télécharger le PDF',
  Accept: 'Accepter',
  Sign: 'Signer',
  Decline: 'Refuser',
  Cancel: 'Annuler',

  // Answers
  'Accept this proposal?': 'Accepter ce devis ?',
  'Accept proposal': 'Accepter le devis',
  'Decline this proposal?': 'Refuser ce devis ?',
  'Decline proposal': 'Refuser le devis',
  'Sign this contract?': 'Signer ce contrat ?',
  'Sign contract': 'Signer le contrat',
  'Decline this contract?': 'Refuser ce contrat ?',
  'Decline contract': 'Refuser le contrat',
  'By signing you agree to {number} as it is shown. Your name, the time, your network address and the fingerprint of the text are kept as evidence, and shown on the PDF:':
    'En signant, vous acceptez {number} tel qu’il est affiché. Votre nom, l’heure, votre adresse réseau et l’empreinte du texte sont conservés comme preuve et figurent sur le PDF :',
  'Your answer to {number} is sent to {business} with your name, the time and your network address.':
    'Votre réponse à {number} est envoyée à {business} avec votre nom, l’heure et votre adresse réseau.',
  'Your name': 'Votre nom',
  'Type your full name as your signature': 'Saisissez votre nom complet en guise de signature',
  'Note (optional)': 'Remarque (facultatif)',
  'Enter your name': 'Saisissez votre nom',
  'Sending…': 'Envoi…',
  'A newer version was sent in the meantime. Close this, reload the page and read it again.':
    'Une version plus récente a été envoyée entre-temps. Fermez cette fenêtre, rechargez la page et relisez le document.',
  'This can’t be answered any more. Reload the page to see what happened.':
    'Il n’est plus possible de répondre. Rechargez la page pour voir ce qui s’est passé.',
  'Confirm that it’s you': 'Confirmez que c’est bien vous',
  Confirm: 'Confirmer',
  Code: 'Code',
  'Sending a code…': 'Envoi d’un code…',
  'We’ve emailed a code to {addresses}.': 'Nous avons envoyé un code à {addresses}.',
  'Send a new code': 'Envoyer un nouveau code',
  'Checking…': 'Vérification…',

  // Meetings
  When: 'Quand',
  'Your time': 'Votre heure',
  'At {business}': 'Chez {business}',
  Place: 'Lieu',
  Attendees: 'Participants',
  'Add to calendar': 'Ajouter au calendrier',
  'New meeting': 'Nouveau rendez-vous',
  'Create meeting': 'Créer le rendez-vous',
  'Change meeting': 'Modifier le rendez-vous',
  'Cancel meeting': 'Annuler le rendez-vous',
  'Keep meeting': 'Garder le rendez-vous',
  'Cancel this meeting?': 'Annuler ce rendez-vous ?',
  '{business} sees that you canceled “{title}”.': '{business} verra que vous avez annulé « {title} ».',
  Save: 'Enregistrer',
  'Saving…': 'Enregistrement…',
  Title: 'Titre',
  'Time zone': 'Fuseau horaire',
  'Place (optional)': 'Lieu (facultatif)',
  'Link (optional)': 'Lien (facultatif)',
  'Notes (optional)': 'Notes (facultatif)',
  Day: 'Jour',
  Time: 'Heure',
  'Choose a time': 'Choisissez une heure',
  'Looking for free times…': 'Recherche des créneaux libres…',
  'Times are in your time zone, {zone}.': 'Les heures sont dans votre fuseau horaire, {zone}.',
  'No times are free at the moment. Please contact {business}.':
    'Aucun créneau n’est libre pour le moment. Veuillez contacter {business}.',
  'Enter a title': 'Saisissez un titre',
  'Enter when it begins': 'Indiquez quand il commence',
  'The end must be after the start': 'La fin doit être après le début',
  'Your last attempt is still under way. Try again in a moment.':
    'Votre dernière tentative est encore en cours. Réessayez dans un instant.',
  'What you entered first was saved, although the connection broke. Close this and reload the page to change it.':
    'Votre première saisie a été enregistrée malgré la coupure de connexion. Fermez cette fenêtre et rechargez la page pour la modifier.',
  'This meeting was changed in the meantime. Close this and reload the page to see it.':
    'Ce rendez-vous a été modifié entre-temps. Fermez cette fenêtre et rechargez la page pour le voir.',
  'Reload the page to see what happened.': 'Rechargez la page pour voir ce qui s’est passé.',

  // The way in
  'Open portal': 'Ouvrir l’espace client',
  'Opening…': 'Ouverture…',
  'Your documents': 'Vos documents',
  'Open the portal to see what is shared with you.':
    'Ouvrez l’espace client pour voir ce qui est partagé avec vous.',
  'Opening your document…': 'Ouverture de votre document…',
  'You’re signed out': 'Vous êtes déconnecté',
  'Open the link that you were sent to see your documents. It works once, for 15 minutes.':
    'Ouvrez le lien que vous avez reçu pour voir vos documents. Il fonctionne une fois, pendant 15 minutes.',
  'If it has expired or was already used, open it anyway: its page can email you a new one.':
    'S’il a expiré ou a déjà servi, ouvrez-le quand même : sa page peut vous en envoyer un nouveau.',
  'This link has expired': 'Ce lien a expiré',
  'Your document is still there. We can email a new link to where this one went.':
    'Votre document est toujours là. Nous pouvons envoyer un nouveau lien à la même adresse.',
  'This link doesn’t work': 'Ce lien ne fonctionne pas',
  'Your documents are safe.': 'Vos documents sont en sécurité.',
  'Email me a new link': 'M’envoyer un nouveau lien',
  'We’ve emailed a new link to {addresses}.': 'Nous avons envoyé un nouveau lien à {addresses}.',
  'Not found': 'Introuvable',
  'This isn’t shared with you, or was withdrawn.': 'Ce document n’est pas partagé avec vous ou a été retiré.',

  // Problems
  'Something went wrong': 'Une erreur s’est produite',
  'Something went wrong. Try again.': 'Une erreur s’est produite. Réessayez.',
  'Try again': 'Réessayer',
  'Can’t reach the server. Check your connection and try again.':
    'Le serveur est injoignable. Vérifiez votre connexion et réessayez.',
  'The server is taking too long to respond. Try again.':
    'Le serveur met trop de temps à répondre. Réessayez.',
  'This file is no longer shared with you.': 'Ce fichier n’est plus partagé avec vous.',
  'This file can’t be downloaded. Ask the sender for a copy.':
    'Ce fichier ne peut pas être téléchargé. Demandez une copie à l’expéditeur.',
  'Too many requests. Wait a minute and try again.': 'Trop de requêtes. Attendez une minute et réessayez.',

  // Problems that the service finds
  'Too many requests': 'Trop de requêtes',
  'This was changed in the meantime': 'Cela a été modifié entre-temps',
  'The same request is already in progress': 'La même requête est déjà en cours',
  'Something went wrong on our end': 'Une erreur s’est produite de notre côté',
  'The service is unavailable right now; try again in a moment':
    'Le service est indisponible pour le moment. Réessayez dans un instant.',
  'A valid credential is required': 'Vous n’êtes pas connecté',
  'This isn’t shared with you': 'Ce n’est pas partagé avec vous',
  'Your link is for one document': 'Votre lien est valable pour un seul document',
  'The link is incomplete': 'Le lien est incomplet',
  'No email can be sent at the moment. Ask the sender for help.':
    'Aucun e-mail ne peut être envoyé pour le moment. Demandez de l’aide à l’expéditeur.',
  'The email couldn’t be sent. Try again in a few minutes.':
    'L’e-mail n’a pas pu être envoyé. Réessayez dans quelques minutes.',
  'This link was already used. Ask for a new one to open the portal again.':
    'Ce lien a déjà servi. Demandez-en un nouveau pour rouvrir l’espace client.',
  'This link was replaced. Use the newest one that you were sent.':
    'Ce lien a été remplacé. Utilisez le plus récent que vous avez reçu.',
  'Links work for 15 minutes, and this one has expired. Ask for a new one.':
    'Les liens fonctionnent 15 minutes et celui-ci a expiré. Demandez-en un nouveau.',
  'This link doesn’t work. Open it from the message again, or ask for a new one.':
    'Ce lien ne fonctionne pas. Rouvrez-le depuis le message ou demandez-en un nouveau.',
  'This link doesn’t work. Open it from the email again.':
    'Ce lien ne fonctionne pas. Rouvrez-le depuis l’e-mail.',
  'What this link leads to was withdrawn, or is no longer shared with you.':
    'Le document de ce lien a été retiré ou n’est plus partagé avec vous.',
  'Enter the code': 'Saisissez le code',
  'Enter the six digits of the code': 'Saisissez les six chiffres du code',
  'This code no longer works. Ask for a new one.': 'Ce code ne fonctionne plus. Demandez-en un nouveau.',
  'This isn’t the code. Check the newest email.': 'Ce n’est pas le bon code. Regardez le dernier e-mail.',
  'Enter the code that is emailed to you before you answer':
    'Saisissez le code reçu par e-mail avant de répondre',
  'This proposal has expired': 'Ce devis a expiré',
  'This meeting is over': 'Ce rendez-vous est passé',
  'This meeting was canceled': 'Ce rendez-vous a été annulé',
  'Choose a time that is still to come': 'Choisissez une heure à venir',
  'This time was taken. Choose another one.': 'Ce créneau vient d’être pris. Choisissez-en un autre.',
  'Choose a time between 2000 and 2199': 'Choisissez une date entre 2000 et 2199',
  'A meeting can be up to 14 days long': 'Un rendez-vous peut durer jusqu’à 14 jours',
  'Enter a link that begins with https://': 'Saisissez un lien qui commence par https://',
  'Choose a time zone': 'Choisissez un fuseau horaire',
  'Remove hidden characters, such as line breaks':
    'Supprimez les caractères invisibles, comme les sauts de ligne',
  'Remove hidden characters': 'Supprimez les caractères invisibles',

  // Emails
  'Hello,': 'Bonjour,',
  'Hello {customer},': 'Bonjour {customer},',
  'Your link to the customer portal of {business}': 'Votre lien vers l’espace client de {business}',
  'Open this link to see what {business} shares with you:':
    'Ouvrez ce lien pour voir ce que {business} partage avec vous :',
  'It works once, for {minutes} minutes, and is for you alone: anyone who has it can open it. If it has expired, its page can email you a new one.':
    'Il fonctionne une fois, pendant {minutes} minutes, et n’est destiné qu’à vous : toute personne qui l’a peut l’ouvrir. S’il a expiré, sa page peut vous en envoyer un nouveau.',
  'Your new link from {business}': 'Votre nouveau lien de {business}',
  'Open this link to see what {business} sent you:':
    'Ouvrez ce lien pour voir ce que {business} vous a envoyé :',
  'Somebody asked for it with an earlier link. If that wasn’t you, you can ignore this email.':
    'Quelqu’un l’a demandé à partir d’un lien précédent. Si ce n’était pas vous, vous pouvez ignorer cet e-mail.',
  '{code} is your code for {business}': '{code} est votre code pour {business}',
  'Enter this code to answer what {business} sent you:':
    'Saisissez ce code pour répondre à ce que {business} vous a envoyé :',
  'It works for 10 minutes. If you didn’t ask for it, you can ignore this email.':
    'Il fonctionne pendant 10 minutes. Si vous ne l’avez pas demandé, vous pouvez ignorer cet e-mail.',
}
