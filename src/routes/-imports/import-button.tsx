import { IconUpload } from '@tabler/icons-react'

import type { ImportKind } from '#contract/imports.ts'
import { ButtonLink } from '#kit/link.tsx'

/** Leads to the import of a file, beside the export of a list. */
export const ImportButton = ({ kind }: { kind: ImportKind }) => (
  <ButtonLink
    to={kind === 'customers' ? '/customers/import' : '/services/import'}
    data-list-tool
    variant="default"
    leftSection={<IconUpload size={16} aria-hidden />}
  >
    Import…
  </ButtonLink>
)
