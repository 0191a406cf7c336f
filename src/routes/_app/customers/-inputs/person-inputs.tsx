import { Button, Group, Input, Stack } from '@mantine/core'
import { IconCrop, IconX } from '@tabler/icons-react'
import { type Control, useController, useWatch } from 'react-hook-form'

import type { NewCustomer } from '#api/customer-form.ts'
import { FileDrop } from '#kit/file-drop.tsx'
import { usePastedFiles } from '#kit/pasted-files.ts'
import { IdentityInputs } from '#parts/customer-inputs/identity-inputs.tsx'
import { PhotoCropper } from '#parts/photos/photo-cropper.tsx'
import { usePhotoSource } from '#parts/photos/photo-source.ts'

import { PhotoPreview } from './photo-preview.tsx'

interface Props {
  control: Control<NewCustomer>
  /** The customer that is edited; undefined for a new one. */
  customer?: { readonly id: number; readonly photo: string | undefined }
}

/** Who the customer is: names, email, phone and photo. */
export function PersonInputs({ control, customer }: Props) {
  const { field, fieldState } = useController({ control, name: 'photo' })
  return (
    <Stack gap="lg">
      <IdentityInputs control={control} customerId={customer?.id} />
      <PhotoInput
        photo={field.value}
        current={customer?.photo}
        control={control}
        error={fieldState.error?.message}
        onChange={field.onChange}
      />
    </Stack>
  )
}

interface PhotoInputProps {
  photo: File | null
  /** The address of the photo that the customer has already. */
  current?: string | undefined
  /** Of the form: without a photo, the initials of its name are used. */
  control: Control<NewCustomer>
  error: string | undefined
  onChange: (photo: File | null) => void
}

/** The photo: dropped, pasted, chosen or taken, and then cropped. Without one, the initials are used. */
function PhotoInput({ photo, current, control, error, onChange }: PhotoInputProps) {
  const { source, problem, open, choose, finish, discard } = usePhotoSource(onChange)
  usePastedFiles(([file]) => file && void open(file))
  return (
    <Input.Wrapper label="Photo" labelElement="div">
      <Group align="flex-start" gap="lg" mt={6}>
        {source ? (
          <PhotoCropper source={source} onCrop={choose} onDone={finish} />
        ) : (
          <NamedPhoto photo={photo} current={current} control={control} />
        )}
        <Stack gap="xs" flex={1} miw={240}>
          <FileDrop
            label="Choose a photo"
            hint={
              photo || current !== undefined
                ? 'Or drag and drop, or paste. PNG, JPEG, WebP or GIF.'
                : 'Or drag and drop, or paste. Without a photo, the initials are used.'
            }
            accept="image/png,image/jpeg,image/webp,image/gif"
            hasCamera
            error={problem ?? error}
            onFiles={([file]) => file && void open(file)}
          />
          {photo && (
            <Group gap="xs">
              {!source && (
                <Button
                  variant="subtle"
                  size="sm"
                  leftSection={<IconCrop size={16} aria-hidden />}
                  onClick={() => void open(photo)}
                >
                  Crop
                </Button>
              )}
              <Button
                variant="subtle"
                color="gray"
                size="sm"
                leftSection={<IconX size={16} aria-hidden />}
                onClick={() => {
                  discard()
                  onChange(null)
                }}
              >
                {current === undefined ? 'Remove photo' : 'Keep the current photo'}
              </Button>
            </Group>
          )}
        </Stack>
      </Group>
    </Input.Wrapper>
  )
}

/** Only the photo follows the name. */
function NamedPhoto({ control, ...photo }: Pick<PhotoInputProps, 'photo' | 'current' | 'control'>) {
  const [name, lastName] = useWatch({ control, name: ['name', 'last_name'] })
  return <PhotoPreview {...photo} name={`${name} ${lastName}`.trim()} />
}
