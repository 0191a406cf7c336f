import { useMediaQuery } from '@mantine/hooks'

/** Whether a list has room for compact rows only, and not for a table. */
export const useIsNarrow = (): boolean =>
  useMediaQuery('(max-width: 36em)', undefined, { getInitialValueInEffect: false })
