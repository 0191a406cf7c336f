import { NoAccess } from '#kit/no-access.tsx'

/** In place of the editor, for those who may not write invoices. */
export const NoInvoiceAccess = () => <NoAccess title="You can’t create invoices" ability="invoices.manage" />
