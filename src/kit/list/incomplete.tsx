import { IconAlertTriangle } from '@tabler/icons-react'

import { Banner } from '#kit/banner.tsx'
import { listText, numberText } from '#lib/locale.ts'
import { pluralize } from '#lib/pluralize.ts'

interface Props {
  unreadable: readonly { readonly id: number | null }[]
  missing: number
}

/** What a service should have listed, and didn't, or not in a form that Bureau knows. */
export const IncompleteList = ({ unreadable, missing }: Props) => (
  <>
    {unreadable.length > 0 && (
      <Banner icon={IconAlertTriangle}>
        <strong>Couldn’t be read:</strong> {unreadableText(unreadable)}. The service sent data that Bureau
        doesn’t understand.
      </Banner>
    )}
    {missing > 0 && (
      <Banner icon={IconAlertTriangle}>
        <strong>{pluralize(missing, 'row isn’t', 'rows aren’t')} listed.</strong> The service has more than it
        lists, or more than Bureau can list.
      </Banner>
    )}
  </>
)

const mostIds = 10

/** `ID 17, ID 18 and 3 more rows` */
function unreadableText(unreadable: Props['unreadable']): string {
  const named = unreadable.flatMap(({ id }) => (id === null ? [] : [`ID ${id}`])).slice(0, mostIds)
  const rest = unreadable.length - named.length
  if (named.length === 0) return pluralize(rest, 'row')
  return listText(rest > 0 ? [...named, `${numberText(rest)} more`] : named, 'and')
}
