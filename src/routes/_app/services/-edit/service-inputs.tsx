import { Autocomplete, type AutocompleteProps, Stack, Switch, Text, TextInput, Textarea } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type Control, type FieldPath, type FieldValues, useController, useWatch } from 'react-hook-form'

import { type ServiceValues, serviceInput } from '#api/service-form.ts'
import { services } from '#api/services.ts'
import { session } from '#api/session.ts'
import { billingTypes, longestServiceText } from '#contract/services/input.ts'
import { serviceTypes } from '#contract/services/services.ts'
import { Columns } from '#kit/columns.tsx'
import { type Bound, bind } from '#kit/form.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { Select } from '#kit/select.tsx'
import { currencyChoices } from '#lib/currencies.ts'
import { priceText } from '#lib/money.ts'
import { billingWord, typeWord } from '#parts/services/service-words.ts'

import { CustomFieldRows } from './custom-field-rows.tsx'
import { TagList } from './tag-list.tsx'

const FormText = bind(TextInput)
const FormTextarea = bind(Textarea)
const FormSelect = bind(Select)

type Props = { control: Control<ServiceValues> }

/** Everything about a service: the body of the forms that create and edit one. */
export function ServiceInputs({ control }: Props) {
  const { data: current } = useSuspenseQuery(session.current())
  const { data: known } = useQuery(services.facets(current.features, {}))
  const names = (of: readonly { name: string }[] = []) => of.map(({ name }) => name)
  return (
    <>
      <SectionCard title="Details">
        <Stack gap="md">
          <FormText
            control={control}
            name="name"
            label="Name"
            required
            dir="auto"
            maxLength={longestServiceText.line}
          />
          <FormTextarea
            control={control}
            name="description"
            label="Description"
            dir="auto"
            autosize
            minRows={3}
            maxRows={12}
            maxLength={longestServiceText.description}
          />
          <Columns>
            <FormSelect
              control={control}
              name="type"
              label="Type"
              data={serviceTypes.map((value) => ({ value, label: typeWord(value) }))}
            />
            <FormSuggestions
              control={control}
              name="category"
              label="Category"
              required
              maxLength={longestServiceText.line}
              data={names(known?.categories)}
            />
          </Columns>
          <FormTags control={control} name="tags" data={names(known?.tags)} />
          <ActiveSwitch control={control} />
        </Stack>
      </SectionCard>
      <SectionCard title="Price">
        <PriceInputs control={control} />
      </SectionCard>
      <SectionCard title="Custom fields">
        <CustomFieldRows control={control} />
      </SectionCard>
    </>
  )
}

const units = ['hour', 'day', 'week', 'month', 'year', 'project', 'piece']

function PriceInputs({ control }: Props) {
  const currency = useWatch({ control, name: 'currency' })
  return (
    <Stack gap="md">
      <Columns>
        <FormText
          control={control}
          name="price"
          label="Price"
          required
          inputMode="decimal"
          autoComplete="off"
        />
        <FormSelect
          control={control}
          name="currency"
          label="Currency"
          data={[...currencyChoices(currency)]}
        />
        <FormSelect
          control={control}
          name="billing_type"
          label="Billing"
          data={billingTypes.map((value) => ({ value, label: billingWord(value) }))}
        />
        <FormSuggestions
          control={control}
          name="unit"
          label="Unit"
          placeholder="hour, month, piece…"
          maxLength={longestServiceText.tag}
          data={units}
        />
        <FormText
          control={control}
          name="tax_rate"
          label="Tax rate (%)"
          required
          inputMode="decimal"
          autoComplete="off"
        />
      </Columns>
      <PricePreview control={control} />
    </Stack>
  )
}

/** The price as lists and quotes say it. */
function PricePreview({ control }: Props) {
  const values = useWatch({ control }) as ServiceValues
  const { price, tax_rate, currency, billing_type, unit } = serviceInput(values)
  if (Number.isNaN(price)) return null
  const text = priceText({
    price,
    currency,
    billing_type,
    unit,
    tax_rate: Number.isNaN(tax_rate) ? 0 : tax_rate,
  })
  return (
    <Text size="sm" c="dimmed" role="status">
      Shown as <bdi>{text}</bdi>
    </Text>
  )
}

function ActiveSwitch({ control }: Props) {
  const { field } = useController({ control, name: 'is_active' })
  const { value, ...bound } = field
  return (
    <Switch
      {...bound}
      checked={value}
      label="Active"
      description="Inactive services stay in the catalog and are marked as inactive."
    />
  )
}

/** A text input that suggests what is in use already; anything else can be typed. */
function FormSuggestions<Values extends FieldValues>({
  control,
  name,
  ...rest
}: Bound<AutocompleteProps, Values> & { name: FieldPath<Values> }) {
  const { field, fieldState } = useController({ control, name })
  return (
    <Autocomplete
      {...rest}
      {...field}
      value={field.value as string}
      error={fieldState.error?.message}
      dir="auto"
      autoComplete="off"
      limit={12}
      maxDropdownHeight={240}
    />
  )
}

type TagsProps<Values extends FieldValues> = Pick<Bound<AutocompleteProps, Values>, 'control'> & {
  name: FieldPath<Values>
  data: readonly string[]
}

/** Tags, with those of the catalog as suggestions. Enter or a comma adds one. */
function FormTags<Values extends FieldValues>({ control, name, data }: TagsProps<Values>) {
  const { field, fieldState } = useController({ control, name })
  const tags = field.value as string[]
  return (
    <TagList
      {...field}
      value={tags}
      data={data}
      label="Tags"
      description="Press Enter or type a comma to add a tag."
      placeholder={tags.length === 0 ? 'print, on site…' : ''}
      error={fieldState.error?.message}
    />
  )
}
