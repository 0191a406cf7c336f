import { toast } from './toast.ts'

/**
 * Puts a text into the clipboard and confirms that in a toast, for actions without a button of their own. `byHand` says what
 * to do on pages without a clipboard.
 */
export async function copyWithToast(text: string, copied: string, byHand: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    await toast.success(copied, { id: 'copied' })
  } catch {
    await toast({ id: 'copied', color: 'red', message: byHand })
  }
}

/** Copies a URL and confirms it in a toast. */
export const copyLink = (url: string): Promise<void> =>
  copyWithToast(url, 'Link copied', 'Copy the link from the address bar instead')
