/** Whether everything about the invoice can still be changed; once sent, nothing can. CHOICE 0104. */
export const isEditable = (status: string): boolean => status === 'draft'
