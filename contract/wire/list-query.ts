import * as z from 'zod/mini'

const text = (name: string, most: number) =>
  z
    .string(`${name} must be given once`)
    .check(
      z.maxLength(most, `${name} must be at most ${most} characters`),
      z.regex(/^[^\0]*$/, `${name} must not contain NUL characters`),
    )

/** A query parameter of free text, at most that many characters long. */
export const textFilter = (name: string, most: number) => z.optional(text(name, most))

/** The same, given once or several times, for any of its values. */
export const anyTextFilter = (name: string, most: number) =>
  anyOf(text(name, most), `${name} must be text, at most ${mostValues} times`)

/** A query parameter out of these values, given once or several times, for any of its values. */
export function anyOfFilter<const Value extends string>(name: string, values: readonly [Value, ...Value[]]) {
  const message = `${name} must be one of ${values.join(', ')}`
  return anyOf(z.enum(values, message), message)
}

const mostValues = 50

const anyOf = <Value extends string>(value: z.ZodMiniType<Value, string>, message: string) =>
  z.optional(z.union([value, z.array(value).check(z.maxLength(mostValues, message))], message))

/** The `search` parameter of customers and contacts, at most 200 characters long. No text of theirs contains NUL. */
export const personSearch = z.optional(
  z.string('search must be given once').check(z.maxLength(200, 'search must be at most 200 characters')),
)

/** A query parameter that is a day, such as 2026-01-31. */
export const dayFilter = (name: string) => z.optional(z.iso.date(`${name} must be a date, YYYY-MM-DD`))

/** A query parameter that is `true` or `false`. */
export const flagFilter = (name: string) =>
  z.optional(
    z.pipe(
      z.enum(['true', 'false'], `${name} must be true or false`),
      z.pipe(
        z.transform((value: 'true' | 'false') => value === 'true'),
        z.boolean(),
      ),
    ),
  )

/** These orders and their reverses, which a leading `-` names: `id` and `-id` of `['id']`. */
export const bothWays = <const Name extends string>(names: readonly [Name, ...Name[]]) =>
  names.flatMap((name) => [name, `-${name}`] as const) as [Name, ...(Name | `-${Name}`)[]]

/** The `sort` parameter of a list with these orders. */
export const sortBy = <Sort extends string>(sorts: readonly [Sort, ...Sort[]]) =>
  z.optional(z.enum(sorts, `sort must be one of ${sorts.join(', ')}`))

/** A query parameter that is the id of a record. */
export const idFilter = (name: string, record: string) =>
  z.optional(idText(`${name} must be the id of ${/^[aeiou]/.test(record) ? 'an' : 'a'} ${record}`))

/** The same, or `none` for those that have none of them. */
export const idOrNoneFilter = (name: string, record: string) => {
  const message = `${name} must be the id of a ${record}, or none`
  return z.optional(z.union([z.literal('none'), idText(message)], message))
}

const idText = (message: string) =>
  z.pipe(
    z.string(message).check(z.regex(/^[1-9][0-9]{0,14}$/, message)),
    z.pipe(
      z.transform((id: string) => Number(id)),
      z.int().check(z.gte(1)),
    ),
  )

/** How many records one request may name by id; more would not fit into an address. */
export const idsAtOnce = 500

/** The `ids` parameter, which names records: ids joined by commas. */
export const ids = z
  .string('ids must be given once')
  .check(
    z.regex(
      /^[1-9][0-9]{0,14}(,[1-9][0-9]{0,14}){0,499}$/,
      `ids must be at most ${idsAtOnce} ids joined by commas`,
    ),
  )
