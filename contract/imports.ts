import * as z from 'zod/mini'

import { type Ability, endpoint } from './wire/endpoint.ts'
import { Datetime, MetaB, idParams, pageB } from './wire/surface.ts'

/** Imports of CSV files: a file is uploaded, its columns are mapped, its rows are checked, then imported. */

/** Kinds of imports. */
export const importKinds = ['customers', 'services'] as const
export type ImportKind = (typeof importKinds)[number]

/** Largest file, 20 MiB. */
export const largestImportBytes = 20 * 1024 * 1024
/** The most rows of a file, besides the header. Services are fewer, because they are imported in one transaction. */
export const mostImportRows: Readonly<Record<ImportKind, number>> = { customers: 100_000, services: 10_000 }

/**
 * `ready` for the columns to be mapped → `checking` → `checked` → `running` → `completed`. A running one can be `stopped` and
 * started again; one that hasn't been completed can be `canceled`, which deletes its rows.
 */
export const importStates = [
  'ready',
  'checking',
  'checked',
  'running',
  'stopped',
  'completed',
  'canceled',
] as const
export type ImportState = (typeof importStates)[number]

/** How rows of existing records are handled. */
export const existingChoices = ['skip', 'update'] as const
export type ExistingChoice = (typeof existingChoices)[number]

/** The outcome of a row. A `skipped` one exists already, or has nothing to change. */
export const importOutcomes = ['created', 'updated', 'skipped', 'failed'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

const counts = { created: z.int(), updated: z.int(), skipped: z.int(), failed: z.int() }
/** How many rows had each outcome. */
export const ImportCounts = z.object(counts)
export type ImportCounts = z.infer<typeof ImportCounts>

/** An import and how far it is. */
export const ImportSummary = z.object({
  id: z.int(),
  state: z.enum(importStates),
  file_name: z.string(),
  /** How many rows the file has, besides the header and blank ones. */
  rows: z.int(),
  /** Planned outcomes by the last check; they add up to `rows` once it has ended. */
  plan: ImportCounts,
  /** Actual outcomes. Rows that failed the check count as `failed` from the start. */
  result: ImportCounts,
  caused_by: z.string(),
  created_at: Datetime,
  finished_at: z.nullable(Datetime),
})
export type ImportSummary = z.infer<typeof ImportSummary>

/** Something a column can be imported as. */
export const ImportField = z.object({
  /** As in the header of an export, such as `email` or `custom_field.vat_number`. */
  key: z.string(),
  label: z.string(),
  /** `new`: only where records are created. */
  required: z.enum(['always', 'new', 'never']),
  /** How values are written, or what a new record gets without one; empty if that is plain. */
  hint: z.string(),
  /** Several columns can be imported as this. */
  is_repeatable: z.boolean(),
  /** All rows can have one value of it; not so for what rows are matched by. */
  can_be_same: z.boolean(),
  /** The values it can have; empty if it takes any text. */
  options: z.array(z.string()),
})
export type ImportField = z.infer<typeof ImportField>

/** An import with what mapping its columns takes. */
export const Import = z.extend(ImportSummary, {
  columns: z.array(
    z.object({
      name: z.string(),
      /** Up to three values of the first rows. */
      samples: z.array(z.string()),
      /** The key of a field: what it was last mapped to, or a guess from its name. Null is ignored. */
      field: z.nullable(z.string()),
    }),
  ),
  /** The columns are mapped as in an earlier import with the same header. */
  is_remembered: z.boolean(),
  fields: z.array(ImportField),
  existing: z.enum(existingChoices),
  /** Values for every row in fields without a column, by the field's key. */
  same_values: z.record(z.string(), z.string()),
  /** How often it has been checked. */
  checks: z.int(),
})
export type Import = z.infer<typeof Import>

/** A row with its outcome, or with what is wrong with it. */
export const ImportRow = z.object({
  /** As a spreadsheet counts: the header is row 1. */
  row: z.int(),
  /** The record; null for a row that failed. */
  record_id: z.nullable(z.int()),
  /** The row's label, such as the email address. */
  label: z.string(),
  problems: z.array(
    z.object({
      /** Its name in the header; null if the problem is about the whole row. */
      column: z.nullable(z.string()),
      /** Which column that is, from 0; null if its value can’t be fixed. */
      index: z.nullable(z.int()),
      value: z.string(),
      message: z.string(),
    }),
  ),
})
export type ImportRow = z.infer<typeof ImportRow>

const longestSameValue = 1_000
/** How many columns a file can have. */
export const mostColumns = 200

/** Which field each column is imported as, and what to do with rows whose record exists. */
export const ImportMapping = z.strictObject({
  columns: z
    .array(z.nullable(z.string('columns must be keys of fields or null')), 'columns must be a list')
    .check(z.maxLength(mostColumns, `columns must have at most ${mostColumns} entries`)),
  existing: z.enum(existingChoices, `existing must be ${existingChoices.join(' or ')}`),
  /** The value that every row gets in a field that no column is imported as, by the field's key. */
  same_values: z.optional(
    z.record(
      z.string(),
      z
        .string('same_values must be strings')
        .check(
          z.maxLength(longestSameValue, `same_values must be at most ${longestSameValue} characters each`),
        ),
      'same_values must be an object',
    ),
  ),
})
export type ImportMapping = z.infer<typeof ImportMapping>

/** How many rows of one import can be fixed before it starts. */
export const mostFixedRows = 2_000
const mostFixes = 1_000
export const longestFix = 5_000
const rowMessage = 'row must be the number of a row'
const columnMessage = 'column must be the index of a column'

/** Values in place of those of the file, for rows that failed the check. */
export const ImportFixes = z.strictObject({
  checks: z.int('checks must be the number of the check'),
  values: z
    .array(
      z.strictObject(
        {
          /** As a spreadsheet counts. */
          row: z.int(rowMessage).check(z.gte(1, rowMessage), z.lte(2 ** 31 - 1, rowMessage)),
          /** From 0. */
          column: z.int(columnMessage).check(z.gte(0, columnMessage), z.lt(mostColumns, columnMessage)),
          value: z
            .string('value must be a text')
            .check(
              z.maxLength(longestFix, `Use at most ${longestFix.toLocaleString('en-US')} characters`),
              z.regex(/^[^\0]*$/, 'Remove hidden characters'),
            ),
        },
        'values must be objects',
      ),
      'values must be a list',
    )
    .check(
      z.minLength(1, 'values must have at least one entry'),
      z.maxLength(mostFixes, `values must have at most ${mostFixes} entries`),
    ),
})
export type ImportFixes = z.infer<typeof ImportFixes>
export type ImportFix = ImportFixes['values'][number]

const outcome = z.optional(z.enum(importOutcomes, `outcome must be one of ${importOutcomes.join(', ')}`))

const importsOf = <Name extends 'customer' | 'service'>(name: Name, ability: Ability, start: string) => {
  const path = `/api/x/${name}-imports` as const
  const one = {
    surface: 'x',
    record: 'imports',
    ability,
    params: idParams,
    response: z.object({ data: Import }),
  } as const
  return {
    upload: endpoint({
      surface: 'x',
      method: 'POST',
      path,
      text: `uploads a CSV file with ${name}s as \`file\` of a form and finds out what its columns are; 422 for a row of more than 20,000 characters or with over 20 more values than the header has columns`,
      isIdempotent: true,
      ability,
      bodyType: 'multipart',
      status: 201,
      response: z.object({ data: Import }),
    }),
    list: endpoint({
      surface: 'x',
      method: 'GET',
      path,
      text: `the newest 20 imports of ${name}s with their progress: \`state\` (\`ready\`, \`checking\`, \`checked\`, \`running\`, \`stopped\`, \`completed\`, \`canceled\`), \`plan\` and \`result\` in rows`,
      ability,
      response: z.object({ data: z.array(ImportSummary) }),
    }),
    show: endpoint({
      ...one,
      method: 'GET',
      path: `${path}/:id`,
      text: 'one with its columns, sample values and the fields they can be imported as',
    }),
    check: endpoint({
      ...one,
      method: 'POST',
      path: `${path}/:id/check`,
      text: `\`{"columns", "existing", "same_values"}\`: the key of a field or null for each column, whether to \`skip\` or \`update\` ${name}s that exist, and optionally one value for every row in fields without a column; begins to check every row; 409 once it has been started`,
      body: ImportMapping,
    }),
    fix: endpoint({
      ...one,
      method: 'POST',
      path: `${path}/:id/fix`,
      text: `\`{"checks", "values"}\`: puts values (\`row\`, \`column\` from 0, \`value\`) in place of those of the file, in rows that failed that check, and checks every row again; 412 after another check, 409 unless it’s \`checked\`, 422 beyond ${mostFixedRows} rows`,
      body: ImportFixes,
    }),
    start: endpoint({
      ...one,
      method: 'POST',
      path: `${path}/:id/start`,
      text: `\`{"checks"}\`: imports what that check has found, ${start}; 412 after another check; a repeat changes nothing`,
      body: z.strictObject({ checks: z.int('checks must be the number of the check') }),
    }),
    stop: endpoint({
      ...one,
      method: 'POST',
      path: `${path}/:id/stop`,
      text: 'imports no more rows until it is started again',
    }),
    cancel: endpoint({
      ...one,
      method: 'POST',
      path: `${path}/:id/cancel`,
      text: 'deletes the rows that are left; one that has finished stays as it is',
    }),
    rows: endpoint({
      surface: 'x',
      method: 'GET',
      path: `${path}/:id/rows`,
      text: 'the outcome of each row, or what is wrong with it: `outcome` (`created`, `updated`, `skipped`, `failed`), `page`, `limit`',
      record: one.record,
      ability,
      params: idParams,
      query: z.object({ ...pageB, outcome }),
      response: z.object({ data: z.array(ImportRow), meta: MetaB }),
    }),
    failed: endpoint({
      surface: 'x',
      method: 'GET',
      path: `${path}/:id/failed.csv`,
      text: 'the rows that failed, with `import_row` and `import_problem`',
      record: one.record,
      ability,
      params: idParams,
      response: z.undefined(),
    }),
  }
}

/** Imports of customers. */
export const customerImports = importsOf(
  'customer',
  'customers.manage',
  'in the background, or continues where it was stopped',
)
/** Imports of services. */
export const serviceImports = importsOf('service', 'services.manage', 'all or nothing; 422 if a row is bad')

/** The columns that the file of failed rows adds; they are never imported. */
export const addedColumns = ['import_row', 'import_problem'] as const
