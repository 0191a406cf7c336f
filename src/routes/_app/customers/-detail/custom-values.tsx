import { type CustomField, fieldType } from '#contract/custom-fields.ts'
import { SectionCard } from '#kit/section-card.tsx'

import { Fact } from './customer-details.tsx'
import { StoredFiles } from './stored-files.tsx'

import classes from './facts.module.css'

/** The custom fields that have a value, by group. */
export function CustomValues({ fields }: { fields: readonly CustomField[] }) {
  const filled = fields.filter(({ custom_field_values }) => custom_field_values.length > 0)
  const groups = Map.groupBy(filled, ({ group }) => group.trim() || 'Other')
  return [...groups].map(([group, some]) => (
    <SectionCard key={group} title={group}>
      <dl className={classes.facts}>
        {some.flatMap((field) =>
          field.custom_field_values.map(({ id, value }) =>
            Array.isArray(value) ? (
              <div key={id} className={`${classes.fact} ${classes.wide}`}>
                <dt>{field.name}</dt>
                <dd>
                  <StoredFiles files={value} />
                </dd>
              </div>
            ) : (
              <Fact key={id} label={field.name} value={value} isWide={field.type === fieldType.textArea}>
                {known.has(field.type) ? undefined : <em>{value} (unsupported field type)</em>}
              </Fact>
            ),
          ),
        )}
      </dl>
    </SectionCard>
  ))
}

const known = new Set<number>(Object.values(fieldType))
