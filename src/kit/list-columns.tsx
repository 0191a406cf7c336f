import { Button, Menu } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconColumns3, IconRestore } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'

export interface ListColumn<Row> {
  readonly id: string
  readonly label: string
  /** The cell in plain words: what shows unless `cell` draws it, and what an export writes. */
  readonly text: (row: Row) => string
  readonly cell?: (row: Row) => ReactNode
  /** What the list's `sort` calls this column; without it the column cannot be sorted. */
  readonly sort?: string
  /** Its share of the width; also the least it gets. Default 11. */
  readonly widthRem?: number
  readonly align?: 'end'
  /** Hidden until somebody chooses it. */
  readonly isExtra?: boolean
}

/** Which columns of a list a person wants to see. The first one names the row and always stays. */
export interface ColumnChoice<Row> {
  readonly all: readonly ListColumn<Row>[]
  readonly visible: readonly ListColumn<Row>[]
  readonly visibility: Readonly<Record<string, boolean>>
  readonly show: (id: string, isShown: boolean) => void
  readonly reset: () => void
}

/** The choice is remembered in this browser under the list's name. `columns` must be stable. */
export function useColumnChoice<Row>(list: string, columns: readonly ListColumn<Row>[]): ColumnChoice<Row> {
  const [chosen, setChosen] = useLocalStorage<Chosen>({
    key: `bureau.columns.${list}`,
    defaultValue: {},
    getInitialValueInEffect: false,
    deserialize: readChosen,
  })
  return useMemo(() => {
    const isShown = (column: ListColumn<Row>, index: number) =>
      index === 0 || (chosen[column.id] ?? column.isExtra !== true)
    return {
      all: columns,
      visible: columns.filter(isShown),
      visibility: Object.fromEntries(columns.map((column, index) => [column.id, isShown(column, index)])),
      show: (id, on) => setChosen((before) => ({ ...before, [id]: on })),
      reset: () => setChosen({}),
    }
  }, [columns, chosen, setChosen])
}

/** The menu that shows and hides columns. */
export function ColumnMenu<Row>({ choice }: { choice: ColumnChoice<Row> }) {
  return (
    <Menu position="bottom-end" shadow="md" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} aria-hidden />}>
          Columns
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="60dvh" style={{ overflowY: 'auto' }}>
        {choice.all.slice(1).map(({ id, label }) => (
          <Menu.CheckboxItem
            key={id}
            checked={choice.visibility[id] === true}
            onChange={(isShown) => choice.show(id, isShown)}
          >
            {label}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconRestore size={16} aria-hidden />} onClick={choice.reset}>
          Reset columns
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

type Chosen = Readonly<Record<string, boolean>>

/** What storage holds may be of another version, or of somebody else. */
function readChosen(stored: string | undefined): Chosen {
  try {
    const entries = Object.entries(JSON.parse(stored ?? '{}') as object)
    return Object.fromEntries(entries.filter(([, value]) => typeof value === 'boolean')) as Chosen
  } catch {
    return {}
  }
}
