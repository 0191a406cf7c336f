import '@mantine/charts/styles.layer.css'
import { BarChart } from '@mantine/charts'
import { useMediaQuery } from '@mantine/hooks'

import type { Bar } from './bar-chart.tsx'

/** Columns; rows where there is no room for their labels side by side. */
export function BarChartDrawing({
  bars,
  heightPx,
  text,
  shortText,
}: {
  bars: readonly Bar[]
  heightPx: number
  text: (value: number) => string
  shortText: (value: number) => string
}) {
  const isNarrow = useMediaQuery('(max-width: 36em)', undefined, { getInitialValueInEffect: false })
  const data = bars.map(({ name, label, value }) => ({ name, label, [series]: value }))
  return (
    <BarChart
      h={heightPx}
      data={data}
      dataKey="label"
      series={[{ name: series, label: 'Amount', color }]}
      orientation={isNarrow ? 'vertical' : 'horizontal'}
      withBarValueLabel
      valueLabelProps={{ formatter: (value) => (Number(value) === 0 ? '–' : shortText(Number(value))) }}
      valueFormatter={text}
      withXAxis={!isNarrow}
      withYAxis={isNarrow === true}
      gridAxis="none"
      tickLine="none"
      maxBarWidth={44}
      barProps={{ radius: isNarrow ? [0, 4, 4, 0] : [4, 4, 0, 0] }}
      xAxisProps={isNarrow ? { domain } : { interval: 0 }}
      yAxisProps={isNarrow ? { width: 44, interval: 0 } : { domain }}
      barChartProps={{ margin: isNarrow ? { right: 48 } : { top: 24 } }}
      textColor="var(--mantine-color-text)"
      accessibilityLayer={false}
    />
  )
}

const series = 'value'
const color = 'light-dark(var(--mantine-color-harbor-6), var(--mantine-color-harbor-4))'
const domain: [number, string] = [0, 'dataMax']
