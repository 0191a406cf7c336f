import type { CheckedFile } from './form.ts'

/** Returns a function that makes the row of one of the customer's files; `valueId` is null for the photo. */
export const makeFileRow =
  (customer_id: number, tokens: ReadonlyMap<CheckedFile, string>, created_at: string) =>
  (file: CheckedFile, valueId: number | null) => ({
    customer_id,
    custom_field_value_id: valueId,
    token: tokens.get(file) as string, // every checked file was committed
    name: file.name,
    media_type: file.mediaType,
    inline: file.inline ? 1 : 0,
    bytes: file.upload.bytes,
    created_at,
  })
