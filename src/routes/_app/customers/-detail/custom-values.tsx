import { type CustomField, fieldType } from '#contract/customers/custom-fields.ts'
import { Fact, FactList, FactState } from '#kit/facts.tsx'
import { SectionCard } from '#kit/section-card.tsx'

import { StoredFiles } from './stored-files.tsx'

/** The custom fields that have a value, by group. */
export function CustomValues({ fields }: { fields: readonly CustomField[] }) {
  const filled = fields.filter(({ custom_field_values }) => custom_field_values.length > 0)
  const groups = Map.groupBy(filled, ({ group }) => group.trim() || 'Other')
  return [...groups].map(([group, some]) => (
    <SectionCard key={group} title={group}>
      <FactList>
        {some.flatMap((field) =>
          field.custom_field_values.map(({ id, value }) =>
            Array.isArray(value) ? (
              <FactState key={id} label={field.name} isWide>
                <StoredFiles files={value} />
              </FactState>
            ) : (
              <Fact key={id} label={field.name} value={value} isWide={field.type === fieldType.textArea}>
                {known.has(field.type) ? undefined : <em>{value} (unsupported field type)</em>}
              </Fact>
            ),
          ),
        )}
      </FactList>
    </SectionCard>
  ))
}

const known = new Set<number>(Object.values(fieldType))
