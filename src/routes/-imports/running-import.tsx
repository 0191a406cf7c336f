import { IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'

import { imports } from '#api/imports.ts'
import type { ImportKind } from '#contract/imports.ts'
import { Banner } from '#kit/banner.tsx'
import { ButtonLink } from '#kit/link.tsx'
import { numberText } from '#lib/locale.ts'

import { rowsText } from './import-words.ts'

/** Above a list: the import that is running or was stopped, and how far it is. */
export function RunningImport({ kind }: { kind: ImportKind }) {
  const { data } = useQuery(imports.list(kind))
  const one = data?.find(({ state }) => state === 'running' || state === 'stopped')
  if (!one) return null
  const { created, updated, skipped, failed } = one.result
  const done = `${numberText(created + updated + skipped + failed)} of ${rowsText(one.rows)}`
  return (
    <Banner
      icon={IconUpload}
      action={
        <ButtonLink
          to={kind === 'customers' ? '/customers/import' : '/services/import'}
          search={{ id: one.id }}
          variant="default"
          size="compact-sm"
        >
          Show import
        </ButtonLink>
      }
    >
      {one.state === 'running'
        ? `Importing ${one.file_name}: ${done}`
        : `Import of ${one.file_name} stopped: ${done}`}
    </Banner>
  )
}
