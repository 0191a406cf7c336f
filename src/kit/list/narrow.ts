import { useMediaQuery } from '@mantine/hooks'

/** Whether a list and its drawer stand beside each other with less room than all columns need (shell.module.css). */
export const useIsCrowded = (): boolean =>
  useMediaQuery('(min-width: 80em) and (max-width: 125em)', undefined, { getInitialValueInEffect: false })

/** Whether a list has room for compact rows only, and not for a table. */
export const useIsNarrow = (): boolean =>
  useMediaQuery('(max-width: 36em)', undefined, { getInitialValueInEffect: false })
