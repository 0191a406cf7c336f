import { Button } from '@mantine/core'
import { useState } from 'react'

import { servicesAtOnce } from '#contract/service-changes.ts'
import { ButtonLink } from '#kit/link.tsx'
import { SelectionBar } from '#kit/list/selection-bar.tsx'
import { numberText } from '#lib/locale.ts'

import { mostPicked } from '../-picked-ids.ts'
import { PricesDialog } from './prices-dialog.tsx'
import { TagsDialog } from './tags-dialog.tsx'
import { useSetActive } from './use-set-active.ts'

interface Props {
  ids: readonly number[]
  onClear: () => void
}

/** What can be done with the selected services; up to four can be compared. */
export function ServiceSelectionBar({ ids, onClear }: Props) {
  const [dialog, setDialog] = useState<'tags' | 'prices'>()
  const setActive = useSetActive()
  const close = () => setDialog(undefined)
  const isFull = ids.length === servicesAtOnce
  return (
    <>
      <SelectionBar
        label={
          <span role="status">{`${numberText(ids.length)} selected${isFull ? ', the most that can be changed at once' : ''}`}</span>
        }
        onClear={onClear}
      >
        {ids.length > 1 && ids.length <= mostPicked && (
          <ButtonLink
            to="/services/compare"
            search={{ ids: ids.join(',') }}
            variant="default"
            size="compact-md"
          >
            Compare
          </ButtonLink>
        )}
        <Button variant="default" size="compact-md" onClick={() => setDialog('prices')}>
          Change prices
        </Button>
        <Button variant="default" size="compact-md" onClick={() => setDialog('tags')}>
          Change tags
        </Button>
        {[true, false].map((is_active) => (
          <Button
            key={String(is_active)}
            variant="default"
            size="compact-md"
            loading={setActive.isPending && setActive.variables.is_active === is_active}
            onClick={() => setActive.mutate({ ids, is_active })}
          >
            {is_active ? 'Activate' : 'Deactivate'}
          </Button>
        ))}
      </SelectionBar>
      {dialog === 'tags' && <TagsDialog ids={ids} onClose={close} />}
      {dialog === 'prices' && <PricesDialog ids={ids} onClose={close} />}
    </>
  )
}
