import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { IconX } from '@tabler/icons-react'

import type { Service } from '#contract/services/services.ts'
import { TextLink } from '#kit/link.tsx'

import { mostPicked, pick } from './-picked-ids.ts'
import { ServiceSelect } from './-service-select.tsx'

import classes from './-compare.module.css'

/** One property of the services that are compared, with a text for each of them. */
export interface ComparedRow {
  readonly key: string
  readonly label: string
  readonly texts: readonly string[]
  readonly isMoney?: boolean
  /** Not all services say the same. */
  readonly differs: boolean
}

interface Props {
  found: readonly Service[]
  rows: readonly ComparedRow[]
  /** The list as it was left. */
  back: { readonly compare: string }
  /** Which services are compared, joined by commas. */
  onIds: (ids: string) => void
}

/** Services side by side; what differs is tinted, and the names of rows and columns stay in sight. */
export function ComparisonTable({ found, rows, back, onIds }: Props) {
  return (
    <div className={classes['frame']} role="region" aria-label="Comparison" tabIndex={0}>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>Compared</VisuallyHidden>
            </th>
            {found.map(({ id, name }) => (
              <th key={id} scope="col">
                <span className={classes['head']}>
                  <TextLink to="/services" search={{ ...back, open: id }} c="inherit" fw={600} dir="auto">
                    {name}
                  </TextLink>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size="sm"
                    aria-label={`Remove ${name}`}
                    onClick={() => onIds(pick(back.compare, [id], false))}
                  >
                    <IconX size={14} aria-hidden />
                  </ActionIcon>
                </span>
              </th>
            ))}
            {found.length < mostPicked && (
              <td className={classes['add']}>
                <ServiceSelect
                  label="Add a service"
                  placeholder="Add a service…"
                  allows={({ id }) => found.every((one) => one.id !== id)}
                  onService={({ id }) => onIds(pick(back.compare, [id], true))}
                />
              </td>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} data-differs={row.differs || undefined}>
              <th scope="row">{row.label}</th>
              {row.texts.map((value, index) => (
                <td key={found[index]?.id} dir="auto" data-money={row.isMoney || undefined}>
                  {value || <span className={classes['none']}>–</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
