import { Button, Skeleton, Table, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { Suspense, lazy } from 'react'

export interface Bar {
  /** In full, for the table: `March 2026`. */
  readonly name: string
  /** At the axis: `Mar`. */
  readonly label: string
  readonly value: number
}

interface Props {
  /** What the bars say in one sentence; it stands in for the drawing where that cannot be seen. */
  summary: string
  bars: readonly Bar[]
  /** Heads of the table: what the bars are, and what they measure. */
  heads: readonly [name: string, value: string]
  /** `€1,234.50`: tooltip and table. */
  text: (value: number) => string
  /** `1.2K`: at the bars. */
  shortText: (value: number) => string
}

/** Bars with their values written at them, and the same as a table. The drawing's code is loaded when first shown. */
export function BarChart({ summary, bars, heads, text, shortText }: Props) {
  const [isTable, { toggle }] = useDisclosure(false)
  return (
    <>
      {isTable ? (
        <Table.ScrollContainer minWidth={240} type="native">
          <Table verticalSpacing={6} maw={440}>
            <Table.Caption p={0}>
              <VisuallyHidden>{summary}</VisuallyHidden>
            </Table.Caption>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{heads[0]}</Table.Th>
                <Table.Th scope="col" ta="end">
                  {heads[1]}
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {bars.map(({ name, value }) => (
                <Table.Tr key={name}>
                  <Table.Th scope="row" fw={400}>
                    {name}
                  </Table.Th>
                  <Table.Td ta="end" style={{ fontVariantNumeric: 'tabular-nums' }}>
                    {text(value)}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      ) : (
        <div role="img" aria-label={summary}>
          <Suspense fallback={<Skeleton height={chartHeight} />}>
            <Drawing bars={bars} heightPx={chartHeight} text={text} shortText={shortText} />
          </Suspense>
        </div>
      )}
      <Button
        mt="sm"
        variant="subtle"
        size="compact-sm"
        leftSection={isTable ? <IconChartBar size={16} aria-hidden /> : <IconTable size={16} aria-hidden />}
        onClick={toggle}
      >
        {isTable ? 'Show as chart' : 'Show as table'}
      </Button>
    </>
  )
}

const chartHeight = 260

const Drawing = lazy(async () => ({ default: (await import('./bar-chart-drawing.tsx')).BarChartDrawing }))
