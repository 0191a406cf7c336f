import { type CSSVariablesResolver, createTheme } from '@mantine/core'

const floating = { shadow: 'var(--bureau-shadow-float)', radius: 'md' }
const popping = {
  defaultProps: { ...floating, transitionProps: { transition: 'pop', duration: 80 } },
} as const
const small = { fontSize: '0.78125rem', lineHeight: '1.5' }

/** Hands the tokens of tokens.css to Mantine; components.css draws its components with them. */
export const theme = createTheme({
  primaryColor: 'harbor',
  primaryShade: { light: 7, dark: 7 },
  defaultRadius: 'sm',
  black: '#1b2422',
  fontFamily:
    "'Inter Variable', Inter, 'Inter Fallback', 'Segoe UI', system-ui, -apple-system, 'Helvetica Neue', 'Noto Sans', sans-serif",
  fontSizes: { xs: '0.78125rem', sm: '0.84375rem', md: '0.875rem', lg: '0.9375rem', xl: '1.125rem' },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.4' },
      h2: { fontSize: '0.9375rem', lineHeight: '1.5' },
      h3: { fontSize: '0.875rem', lineHeight: '1.5' },
      h4: { fontSize: '0.84375rem', lineHeight: '1.5' },
      h5: small,
      h6: small,
    },
  },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  components: {
    Modal: {
      defaultProps: {
        // The header of a dialog isn't another banner of the page.
        attributes: { header: { role: 'presentation' } },
        closeButtonProps: { 'aria-label': 'Close' },
        shadow: 'var(--bureau-shadow-dialog)',
        centered: true,
        radius: 'lg',
        transitionProps: { transition: 'pop', duration: 120 },
      },
    },
    Menu: popping,
    Popover: popping,
    Combobox: { defaultProps: floating },
    Tooltip: { defaultProps: { openDelay: 250, transitionProps: { duration: 80 } } },
    Pagination: { defaultProps: { size: 'sm', gap: 2 } },
    // Hints below inputs keep those beside each other in line.
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Checkbox: { defaultProps: { size: 'xs', radius: 'xs' } },
    Radio: { defaultProps: { size: 'xs' } },
    Switch: { defaultProps: { size: 'xs' } },
    Badge: { defaultProps: { variant: 'light', color: 'gray', radius: 'sm', size: 'lg' } },
    Paper: { defaultProps: { radius: 'md' } },
    Alert: { defaultProps: { radius: 'md', variant: 'light' } },
    Notification: {
      defaultProps: { radius: 'md', withBorder: false, closeButtonProps: { 'aria-label': 'Close' } },
    },
    Skeleton: { defaultProps: { radius: 'sm' } },
    Loader: { defaultProps: { type: 'oval', size: 'sm' } },
  },
  colors: {
    harbor: [
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
    // Warm as the paper.
    gray: [
      '#faf8f4',
      '#f4f1ea',
      '#efebe3',
      '#e9e5dc',
      '#d5cfc2',
      '#b5afa3',
      '#7d7a72',
      '#5b5e5a',
      '#3c403d',
      '#232826',
    ],
    // Green-black: text, secondary text, lines, then the surfaces from the front to the back.
    dark: [
      '#e4eae8',
      '#cbd4d1',
      '#a6b1ad',
      '#8f9b97',
      '#3a4643',
      '#28312f',
      '#1d2523',
      '#161d1b',
      '#0e1312',
      '#0b0f0e',
    ],
  },
})

const tone = (color: string, name: string) => ({
  [`--mantine-color-${color}-light`]: `var(--bureau-${name}-soft)`,
  [`--mantine-color-${color}-light-hover`]: `var(--bureau-${name}-soft)`,
  [`--mantine-color-${color}-light-color`]: `var(--bureau-${name})`,
  [`--mantine-color-${color}-outline`]: `var(--bureau-${name})`,
  [`--mantine-color-${color}-text`]: `var(--bureau-${name})`,
})

const variables = {
  '--mantine-color-body': 'var(--bureau-card)',
  '--mantine-color-text': 'var(--bureau-text)',
  '--mantine-color-bright': 'var(--bureau-heading)',
  '--mantine-color-dimmed': 'var(--bureau-secondary)',
  '--mantine-color-placeholder': 'var(--bureau-tertiary)',
  '--mantine-color-error': 'var(--bureau-bad)',
  '--mantine-color-anchor': 'var(--bureau-accent-text)',
  '--mantine-color-default': 'var(--bureau-card)',
  '--mantine-color-default-hover': 'var(--bureau-row-hover)',
  '--mantine-color-default-border': 'var(--bureau-line)',
  '--mantine-color-default-color': 'var(--bureau-text)',
  '--mantine-color-disabled': 'var(--bureau-disabled)',
  '--mantine-color-disabled-color': 'var(--bureau-tertiary)',
  '--mantine-color-disabled-border': 'var(--bureau-disabled-line)',
  '--mantine-color-harbor-filled': 'var(--bureau-accent)',
  '--mantine-color-harbor-filled-hover': 'var(--bureau-accent-hover)',
  '--mantine-color-harbor-light': 'var(--bureau-accent-soft)',
  '--mantine-color-harbor-light-hover': 'var(--bureau-accent-soft)',
  '--mantine-color-harbor-light-color': 'var(--bureau-accent-text)',
  '--mantine-color-harbor-text': 'var(--bureau-accent-text)',
  '--mantine-color-harbor-outline': 'var(--bureau-accent-text)',
  '--mantine-color-red-filled': 'var(--bureau-bad-fill)',
  '--mantine-color-red-filled-hover': 'var(--bureau-bad-fill)',
  ...tone('red', 'bad'),
  ...tone('orange', 'notice'),
  ...tone('yellow', 'notice'),
  ...tone('blue', 'info'),
  ...tone('green', 'good'),
  ...tone('teal', 'good'),
  ...tone('gray', 'neutral'),
}

/** Tokens in place of the colors that Mantine would derive on its own; each token works in both themes. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  // In both, as Mantine sets them in both with the weight of a theme's selector.
  light: variables,
  dark: variables,
})
