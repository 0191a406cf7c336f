import type { CustomerText } from './german.ts'

export const spanish: Readonly<Record<CustomerText, string>> = {
  // Documents
  Proposal: 'Presupuesto',
  Contract: 'Contrato',
  Draft: 'Borrador',
  'Prepared for': 'Preparado para',
  Customer: 'Cliente',
  Issued: 'Fecha',
  Sent: 'Enviado',
  Version: 'Versión',
  '{number}, version {edition}': '{number}, versión {edition}',
  Starts: 'Inicio',
  Ends: 'Fin',
  'Valid until': 'Válido hasta',
  Total: 'Total',
  Attachments: 'Archivos adjuntos',
  Accepted: 'Aceptado',
  Declined: 'Rechazado',
  Signed: 'Firmado',
  Countersigned: 'Refrendado',
  'Accepted by': 'Aceptado por',
  'Declined by': 'Rechazado por',
  'Signed by': 'Firmado por',
  'Countersigned by': 'Refrendado por',
  Recorded: 'Registrado',
  'Recorded by': 'Registrado por',
  'From address': 'Desde la dirección',
  Device: 'Dispositivo',
  Link: 'Enlace',
  'Link emailed to': 'Enlace enviado por correo a',
  'Link shown to': 'Enlace mostrado a',
  Note: 'Nota',
  'Signed in as': 'Sesión iniciada como',
  'Document hash (SHA-256)': 'Huella del documento (SHA-256)',
  'Answer hash (SHA-256)': 'Huella de la respuesta (SHA-256)',
  'Countersignature hash (SHA-256)': 'Huella del refrendo (SHA-256)',

  // Statements of account
  'Statement of account': 'Estado de cuenta',
  Period: 'Período',
  Until: 'Hasta',
  Balance: 'Saldo',
  'Opening balance': 'Saldo inicial',
  'Payment for {number}': 'Pago de {number}',
  'Refund for {number}': 'Devolución de {number}',
  'Credit note {number}': 'Factura rectificativa {number}',

  // The portal
  'Customer portal': 'Portal de clientes',
  'Hello, {customer}': 'Hola, {customer}',
  'Waiting for you': 'Pendiente de usted',
  '{amount} to pay': '{amount} por pagar',
  '{business} doesn’t share anything with you at the moment.':
    '{business} no comparte nada con usted por ahora.',
  Invoices: 'Facturas',
  Proposals: 'Presupuestos',
  Contracts: 'Contratos',
  Meetings: 'Reuniones',
  'You have no invoices yet.': 'Todavía no tiene facturas.',
  'You have no proposals yet.': 'Todavía no tiene presupuestos.',
  'You have no contracts yet.': 'Todavía no tiene contratos.',
  'You have no meetings yet.': 'Todavía no tiene reuniones.',
  'Show more invoices': 'Mostrar más facturas',
  'Show more proposals': 'Mostrar más presupuestos',
  'Show more contracts': 'Mostrar más contratos',
  'Show more meetings': 'Mostrar más reuniones',
  'valid until {day}': 'válido hasta el {day}',
  'sent {day}': 'enviado el {day}',
  'due {day}': 'vence el {day}',
  'issued {day}': 'del {day}',
  'Waiting for your answer': 'A la espera de su respuesta',
  'Waiting for your signature': 'A la espera de su firma',
  Open: 'Por pagar',
  Paid: 'Pagada',
  Overdue: 'Vencida',
  Void: 'Anulada',
  Credited: 'Abonada',
  Expired: 'Caducado',
  Ended: 'Finalizado',
  Canceled: 'Cancelada',
  Past: 'Pasada',
  'All documents': 'Todos los documentos',
  'Your document': 'Su documento',
  'Sign out': 'Cerrar sesión',
  From: 'De',
  For: 'Para',
  Address: 'Dirección',
  Date: 'Fecha',
  Due: 'Vencimiento',
  By: 'Por',
  At: 'Fecha y hora',
  'Invoice {number}': 'Factura {number}',
  'Still to be paid': 'Pendiente de pago',
  'To be refunded to you': 'A devolverle',
  'Pay {amount} online': 'Pagar {amount} en línea',
  'Download PDF': 'Descargar PDF',
  Accept: 'Aceptar',
  Sign: 'Firmar',
  Decline: 'Rechazar',
  Cancel: 'Cancelar',

  // Answers
  'Accept this proposal?': '¿Aceptar este presupuesto?',
  'Accept proposal': 'Aceptar presupuesto',
  'Decline this proposal?': '¿Rechazar este presupuesto?',
  'Decline proposal': 'Rechazar presupuesto',
  'Sign this contract?': '¿Firmar este contrato?',
  'Sign contract': 'Firmar contrato',
  'Decline this contract?': '¿Rechazar este contrato?',
  'Decline contract': 'Rechazar contrato',
  'By signing you agree to {number} as it is shown. Your name, the time, your network address and the fingerprint of the text are kept as evidence, and shown on the PDF:':
    'Al firmar acepta {number} tal como se muestra. Su nombre, la hora, su dirección de red y la huella del texto se conservan como prueba y figuran en el PDF:',
  'Your answer to {number} is sent to {business} with your name, the time and your network address.':
    'Su respuesta a {number} se envía a {business} con su nombre, la hora y su dirección de red.',
  'Your name': 'Su nombre',
  'Type your full name as your signature': 'Escriba su nombre completo como firma',
  'Note (optional)': 'Nota (opcional)',
  'Enter your name': 'Escriba su nombre',
  'Sending…': 'Enviando…',
  'A newer version was sent in the meantime. Close this, reload the page and read it again.':
    'Entretanto se envió una versión más reciente. Cierre esto, recargue la página y léala de nuevo.',
  'This can’t be answered any more. Reload the page to see what happened.':
    'Ya no se puede responder. Recargue la página para ver qué ocurrió.',
  'Confirm that it’s you': 'Confirme que es usted',
  Confirm: 'Confirmar',
  Code: 'Código',
  'Sending a code…': 'Enviando un código…',
  'We’ve emailed a code to {addresses}.': 'Hemos enviado un código a {addresses}.',
  'Send a new code': 'Enviar un código nuevo',
  'Checking…': 'Comprobando…',

  // Meetings
  When: 'Cuándo',
  'Your time': 'Su hora',
  'At {business}': 'En {business}',
  Place: 'Lugar',
  Attendees: 'Asistentes',
  'Add to calendar': 'Añadir al calendario',
  'New meeting': 'Nueva reunión',
  'Create meeting': 'Crear reunión',
  'Change meeting': 'Cambiar reunión',
  'Cancel meeting': 'Cancelar reunión',
  'Keep meeting': 'Mantener reunión',
  'Cancel this meeting?': '¿Cancelar esta reunión?',
  '{business} sees that you canceled “{title}”.': '{business} verá que canceló «{title}».',
  Save: 'Guardar',
  'Saving…': 'Guardando…',
  Title: 'Título',
  'Time zone': 'Zona horaria',
  'Place (optional)': 'Lugar (opcional)',
  'Link (optional)': 'Enlace (opcional)',
  'Notes (optional)': 'Notas (opcional)',
  'Enter a title': 'Escriba un título',
  'Enter when it begins': 'Indique cuándo empieza',
  'The end must be after the start': 'El fin debe ser posterior al inicio',
  'Your last attempt is still under way. Try again in a moment.':
    'Su último intento sigue en curso. Inténtelo de nuevo en un momento.',
  'What you entered first was saved, although the connection broke. Close this and reload the page to change it.':
    'Lo que escribió primero se guardó, aunque se cortó la conexión. Cierre esto y recargue la página para cambiarlo.',
  'This meeting was changed in the meantime. Close this and reload the page to see it.':
    'Entretanto se cambió esta reunión. Cierre esto y recargue la página para verla.',
  'Reload the page to see what happened.': 'Recargue la página para ver qué ocurrió.',

  // The way in
  'Open portal': 'Abrir portal',
  'Opening…': 'Abriendo…',
  'Your documents': 'Sus documentos',
  'Open the portal to see what is shared with you.': 'Abra el portal para ver lo que se comparte con usted.',
  'Opening your document…': 'Abriendo su documento…',
  'You’re signed out': 'Ha cerrado la sesión',
  'Open the link that you were sent to see your documents. It works once, for 15 minutes.':
    'Abra el enlace que recibió para ver sus documentos. Funciona una vez, durante 15 minutos.',
  'If it has expired or was already used, open it anyway: its page can email you a new one.':
    'Si ha caducado o ya se usó, ábralo de todos modos: su página puede enviarle uno nuevo.',
  'This link has expired': 'Este enlace ha caducado',
  'Your document is still there. We can email a new link to where this one went.':
    'Su documento sigue ahí. Podemos enviar un enlace nuevo a la misma dirección.',
  'This link doesn’t work': 'Este enlace no funciona',
  'Your documents are safe.': 'Sus documentos están a salvo.',
  'Email me a new link': 'Enviarme un enlace nuevo',
  'We’ve emailed a new link to {addresses}.': 'Hemos enviado un enlace nuevo a {addresses}.',
  'Not found': 'No encontrado',
  'This isn’t shared with you, or was withdrawn.': 'Esto no se comparte con usted o se retiró.',

  // Problems
  'Something went wrong': 'Algo ha fallado',
  'Something went wrong. Try again.': 'Algo ha fallado. Inténtelo de nuevo.',
  'Try again': 'Intentar de nuevo',
  'Can’t reach the server. Check your connection and try again.':
    'No se puede acceder al servidor. Compruebe su conexión e inténtelo de nuevo.',
  'The server is taking too long to respond. Try again.':
    'El servidor tarda demasiado en responder. Inténtelo de nuevo.',
  'This file is no longer shared with you.': 'Este archivo ya no se comparte con usted.',
  'This file can’t be downloaded. Ask the sender for a copy.':
    'Este archivo no se puede descargar. Pida una copia al remitente.',
  'Too many requests. Wait a minute and try again.':
    'Demasiadas solicitudes. Espere un minuto e inténtelo de nuevo.',

  // Problems that the service finds
  'Too many requests': 'Demasiadas solicitudes',
  'This was changed in the meantime': 'Esto se cambió entretanto',
  'The same request is already in progress': 'La misma solicitud ya está en curso',
  'Something went wrong on our end': 'Algo ha fallado por nuestra parte',
  'The service is unavailable right now; try again in a moment':
    'El servicio no está disponible en este momento. Inténtelo de nuevo en un momento.',
  'A valid credential is required': 'No ha iniciado sesión',
  'This isn’t shared with you': 'Esto no se comparte con usted',
  'Your link is for one document': 'Su enlace es para un solo documento',
  'The link is incomplete': 'El enlace está incompleto',
  'No email can be sent at the moment. Ask the sender for help.':
    'Por ahora no se pueden enviar correos. Pida ayuda al remitente.',
  'The email couldn’t be sent. Try again in a few minutes.':
    'No se pudo enviar el correo. Inténtelo de nuevo en unos minutos.',
  'This link was already used. Ask for a new one to open the portal again.':
    'Este enlace ya se usó. Pida uno nuevo para volver a abrir el portal.',
  'This link was replaced. Use the newest one that you were sent.':
    'Este enlace fue sustituido. Use el más reciente que haya recibido.',
  'Links work for 15 minutes, and this one has expired. Ask for a new one.':
    'Los enlaces funcionan 15 minutos y este ha caducado. Pida uno nuevo.',
  'This link doesn’t work. Open it from the message again, or ask for a new one.':
    'Este enlace no funciona. Ábralo de nuevo desde el mensaje o pida uno nuevo.',
  'This link doesn’t work. Open it from the email again.':
    'Este enlace no funciona. Ábralo de nuevo desde el correo.',
  'What this link leads to was withdrawn, or is no longer shared with you.':
    'El documento de este enlace se retiró o ya no se comparte con usted.',
  'Enter the code': 'Escriba el código',
  'Enter the six digits of the code': 'Escriba las seis cifras del código',
  'This code no longer works. Ask for a new one.': 'Este código ya no funciona. Pida uno nuevo.',
  'This isn’t the code. Check the newest email.': 'Este no es el código. Mire el correo más reciente.',
  'Enter the code that is emailed to you before you answer':
    'Escriba el código que recibió por correo antes de responder',
  'This proposal has expired': 'Este presupuesto ha caducado',
  'This meeting is over': 'Esta reunión ya terminó',
  'This meeting was canceled': 'Esta reunión se canceló',
  'Choose a time that is still to come': 'Elija una hora que aún no haya pasado',
  'Choose a time between 2000 and 2199': 'Elija una fecha entre 2000 y 2199',
  'A meeting can be up to 14 days long': 'Una reunión puede durar hasta 14 días',
  'Enter a link that begins with https://': 'Escriba un enlace que empiece por https://',
  'Choose a time zone': 'Elija una zona horaria',
  'Remove hidden characters, such as line breaks':
    'Quite los caracteres invisibles, como los saltos de línea',
  'Remove hidden characters': 'Quite los caracteres invisibles',

  // Emails
  'Hello,': 'Hola:',
  'Hello {customer},': 'Hola, {customer}:',
  'Your link to the customer portal of {business}': 'Su enlace al portal de clientes de {business}',
  'Open this link to see what {business} shares with you:':
    'Abra este enlace para ver lo que {business} comparte con usted:',
  'It works once, for {minutes} minutes, and is for you alone: anyone who has it can open it. If it has expired, its page can email you a new one.':
    'Funciona una vez, durante {minutes} minutos, y es solo para usted: cualquiera que lo tenga puede abrirlo. Si ha caducado, su página puede enviarle uno nuevo.',
  'Your new link from {business}': 'Su nuevo enlace de {business}',
  'Open this link to see what {business} sent you:': 'Abra este enlace para ver lo que {business} le envió:',
  'Somebody asked for it with an earlier link. If that wasn’t you, you can ignore this email.':
    'Alguien lo pidió con un enlace anterior. Si no fue usted, puede ignorar este correo.',
  '{code} is your code for {business}': '{code} es su código para {business}',
  'Enter this code to answer what {business} sent you:':
    'Escriba este código para responder a lo que {business} le envió:',
  'It works for 10 minutes. If you didn’t ask for it, you can ignore this email.':
    'Funciona durante 10 minutos. Si no lo pidió, puede ignorar este correo.',
}
