import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArchive,
  IconArrowBackUp,
  IconArrowDown,
  IconArrowUp,
  IconCornerDownRight,
  IconDots,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode, Ref } from 'react'

import type { FieldDefinition } from '#contract/customers/field-definition.ts'
import { numberText } from '#lib/locale.ts'
import { pluralize } from '#lib/pluralize.ts'

import { fieldTypeWords } from './field-types.ts'

import classes from './field-list.module.css'

/** Actions on a field. */
export interface FieldActions {
  readonly setRetired: (field: FieldDefinition, isRetired: boolean) => void
  readonly remove: (field: FieldDefinition) => void
}

/** A group that the field can be moved into. */
interface OtherGroup {
  readonly heading: string
  readonly title: string
  readonly onMove: () => void
}

interface Props {
  field: FieldDefinition
  actions: FieldActions
  /** Handle for dragging; a retired field has none. */
  handle?: ReactNode
  /** The button of its menu. */
  menuRef?: Ref<HTMLButtonElement>
  /** Moves it by one place; undefined at that end of its group. */
  onUp?: (() => void) | undefined
  onDown?: (() => void) | undefined
  otherGroups?: readonly OtherGroup[]
}

/** One field in the list of the settings. */
export function FieldRow({ field, actions, handle, menuRef, onUp, onDown, otherGroups = [] }: Props) {
  const { id, name, type, required, retired_at, renames, fields } = field
  const { label, icon: Icon } = fieldTypeWords(type)
  const options = fields.options.length
  const formats = fields.fileConfig?.acceptFile.join(', ') ?? ''
  return (
    <div className={classes['row']}>
      {handle}
      <Icon size={18} stroke={1.6} aria-hidden className={classes['icon'] ?? ''} />
      <div className={classes['words']}>
        <Link
          to="/settings/custom-fields/$id"
          params={{ id: String(id) }}
          className={classes['name'] ?? ''}
          dir="auto"
        >
          {name}
        </Link>
        <div className={classes['detail']}>
          {label}
          {options > 0 && ` · ${pluralize(options, 'option')}`}
          {formats !== '' && ` · ${formats}`}
          {required && retired_at === null && ' · Required'}
          {renames.map(({ from, to, total, changed }) => (
            <span key={from}>
              {' · '}Renaming “<bdi>{from}</bdi>” to “<bdi>{to}</bdi>”: {numberText(changed)} of{' '}
              {numberText(total)}
            </span>
          ))}
        </div>
      </div>
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon ref={menuRef} variant="subtle" color="gray" aria-label={`Actions for ${name}`}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconPencil size={16} aria-hidden />}
            renderRoot={(props) => (
              <Link to="/settings/custom-fields/$id" params={{ id: String(id) }} {...props} />
            )}
          >
            Edit
          </Menu.Item>
          {onUp && (
            <Menu.Item leftSection={<IconArrowUp size={16} aria-hidden />} onClick={onUp}>
              Move up
            </Menu.Item>
          )}
          {onDown && (
            <Menu.Item leftSection={<IconArrowDown size={16} aria-hidden />} onClick={onDown}>
              Move down
            </Menu.Item>
          )}
          {otherGroups.map(({ heading, title, onMove }) => (
            <Menu.Item
              key={heading}
              leftSection={<IconCornerDownRight size={16} aria-hidden />}
              onClick={onMove}
            >
              Move to “<bdi>{title}</bdi>”
            </Menu.Item>
          ))}
          {retired_at === null ? (
            <Menu.Item
              leftSection={<IconArchive size={16} aria-hidden />}
              onClick={() => actions.setRetired(field, true)}
            >
              Retire
            </Menu.Item>
          ) : (
            <Menu.Item
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              onClick={() => actions.setRetired(field, false)}
            >
              Restore
            </Menu.Item>
          )}
          {!field.has_values && (
            <Menu.Item
              color="var(--bureau-bad)"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => actions.remove(field)}
            >
              Delete
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
