import { VisuallyHidden } from '@mantine/core'

import type { Field } from '#lib/api-document.ts'

import { Disclosure } from './disclosure.tsx'
import { Line } from './words.tsx'

import classes from './fields.module.css'

interface Props {
  fields: readonly Field[]
  title?: string
  /** Nothing says that a field is required: nobody has to send it. */
  isResponse?: boolean
}

/** Fields of a body, or parameters, each with its type and meaning; what is inside one opens on request. */
export function Fields({ fields, title, isResponse = false }: Props) {
  if (fields.length === 0) return null
  return (
    <div className={classes['block']}>
      {title !== undefined && <h4 className={classes['title']}>{title}</h4>}
      <ul className={classes['list']}>
        {fields.map((field) => (
          <li key={field.name} className={classes['field']}>
            <OneField field={field} isResponse={isResponse} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function OneField({
  field: { name, type, isRequired, description, limits, fields },
  isResponse,
}: {
  field: Field
  isResponse: boolean
}) {
  return (
    <>
      <div className={classes['head']}>
        <code className={classes['name']}>{name}</code>
        <span className={classes['type']}>{type}</span>
        {isRequired && !isResponse && <span className={classes['required']}>required</span>}
      </div>
      {description !== '' && (
        <p className={classes['text']}>
          <Line text={description} />
        </p>
      )}
      {limits.length > 0 && (
        <p className={classes['limits']}>
          <Line text={limits.join(' · ')} />
        </p>
      )}
      {fields.length > 0 && (
        <Disclosure
          className={classes['inside']}
          summary={
            <>
              {fields.length} {fields.length === 1 ? 'field' : 'fields'}
              <VisuallyHidden> of {name}</VisuallyHidden>
            </>
          }
        >
          <Fields fields={fields} isResponse={isResponse} />
        </Disclosure>
      )}
    </>
  )
}
