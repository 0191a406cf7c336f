import { Alert, Anchor, List } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ComponentType, FocusEventHandler, ReactNode, Ref } from 'react'
import {
  type Control,
  type FieldPath,
  type FieldValues,
  useController,
  type Resolver,
  set,
} from 'react-hook-form'

/** Props that `bind` fills in; every Mantine input takes these. */
export interface Bindable {
  value?: unknown
  onChange?: unknown
  onBlur?: FocusEventHandler<never> | undefined
  error?: ReactNode
  name?: string | undefined
}

/** The props of an input that `bind` has tied to a form. */
export type Bound<Props, Values extends FieldValues> = Omit<Props, keyof Bindable | 'ref'> & {
  control: Control<Values>
  name: FieldPath<Values>
}

/** Ties an input to a form once: `const FText = bind(TextInput)`, then `<FText control name label />`, typed. */
export function bind<Props extends Bindable>(Input: ComponentType<Props>) {
  return function BoundInput<Values extends FieldValues>({ control, name, ...rest }: Bound<Props, Values>) {
    const { field, fieldState } = useController({ control, name })
    const filled = { ...rest, ...field, value: field.value ?? '', error: fieldState.error?.message }
    // The rest is Props without what `field` and `error` give back; TypeScript cannot add the two up.
    return <Input {...(filled as unknown as Props & { ref: Ref<never> })} />
  }
}

/** Returns a resolver from a function that lists what is wrong, as the path of an input and a message. */
export function resolverFrom<Values extends FieldValues, Context = unknown>(
  check: (values: Values, context: Context | undefined) => Iterable<readonly [path: string, message: string]>,
): Resolver<Values, Context> {
  return (values, context) => {
    const errors = {}
    for (const [path, message] of check(values, context)) set(errors, path, { type: 'rule', message })
    return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors }
  }
}

/** Something wrong in a form; `place` names its input. */
export interface FormProblem {
  /** Unique in the list. */
  place: string
  text: string
}

/** Problems of a form, listed above it; each line leads to its input. */
export function ErrorSummary({
  title,
  problems,
  onGo,
}: {
  title: string
  problems: readonly FormProblem[]
  onGo: (place: string) => void
}) {
  if (problems.length === 0) return null
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={title}
    >
      <List size="sm" spacing={4}>
        {problems.map(({ place, text }) => (
          <List.Item key={place}>
            <Anchor
              component="button"
              type="button"
              size="sm"
              inherit
              ta="start"
              lh={1.8}
              style={{ verticalAlign: 'top' }}
              onClick={() => onGo(place)}
            >
              {text}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
