import { type CSSVariablesResolver, createTheme } from '@mantine/core'

const dialogProps = {
  // The head of a dialog is no second banner of the page.
  attributes: { header: { role: 'presentation' } },
  closeButtonProps: { 'aria-label': 'Close' },
}

/** Deep harbour green on warm paper. Filled buttons use shade 7, which carries white text at 7:1. */
export const theme = createTheme({
  primaryColor: 'harbour',
  primaryShade: { light: 7, dark: 7 },
  defaultRadius: 'md',
  fontFamily:
    "'Inter Variable', Inter, 'Inter Fallback', 'Segoe UI', system-ui, -apple-system, 'Helvetica Neue', 'Noto Sans', sans-serif",
  headings: { fontWeight: '650' },
  components: {
    Modal: { defaultProps: dialogProps },
    Drawer: { defaultProps: dialogProps },
  },
  colors: {
    harbour: [
      '#effaf8',
      '#d8f0ec',
      '#b0dfd8',
      '#83ccc3',
      '#5bb9ae',
      '#35a196',
      '#1c8178',
      '#115e59',
      '#0d4f4b',
      '#083c39',
    ],
  },
})

/** Colours of text that Mantine's defaults make too faint for WCAG AA. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-yellow-light': 'var(--bureau-notice)',
    '--mantine-color-yellow-light-color': '#7a4f00',
    '--bureau-paper': '#faf8f4',
    '--bureau-line': '#e6e2da',
    '--bureau-accent': '#35a196',
    '--bureau-focus': '#115e59',
    '--bureau-notice': '#fff6db',
    '--bureau-notice-line': '#e0c878',
    '--mantine-color-dimmed': '#555b62',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-placeholder': '#6b7178',
    '--bureau-code': '#f5f2ec',
    '--bureau-good': '#0f766e',
    '--bureau-bad': '#b3261e',
  },
  dark: {
    '--mantine-color-yellow-light': 'var(--bureau-notice)',
    '--mantine-color-red-light': '#4a2020',
    '--bureau-paper': '#181a1b',
    '--bureau-line': '#33373a',
    '--bureau-accent': '#5bb9ae',
    '--bureau-focus': '#83ccc3',
    '--bureau-notice': '#3a3218',
    '--bureau-notice-line': '#6b5c25',
    '--mantine-color-dimmed': '#b4b8bd',
    '--mantine-color-error': '#ff9a93',
    '--mantine-color-anchor': '#83ccc3',
    '--mantine-color-harbour-light': 'rgba(53, 161, 150, 0.18)',
    '--mantine-color-harbour-light-hover': 'rgba(53, 161, 150, 0.26)',
    '--mantine-color-harbour-light-color': '#9fdad2',
    '--mantine-color-placeholder': '#9aa0a6',
    '--bureau-code': '#121415',
    '--bureau-good': '#4fc3b5',
    '--bureau-bad': '#ff9a93',
  },
})
