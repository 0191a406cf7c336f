import { Button, Group, Input, Stack } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'

import { profile } from '#api/profile.ts'
import type { Session } from '#contract/access/session.ts'
import { useAttempt } from '#kit/attempt.ts'
import { FileDrop } from '#kit/file-drop.tsx'
import { PersonAvatar } from '#kit/person-avatar.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'
import { PhotoCropper } from '#parts/photos/photo-cropper.tsx'
import { usePhotoSource } from '#parts/photos/photo-source.ts'

/** A person’s photo: chosen, cropped, and saved or removed without the form below it. */
export function PhotoInput({ user }: Pick<Session, 'user'>) {
  const upload = useAttempt(profile.uploadPhoto())
  const remove = useSingleFlightMutation(profile.removePhoto())
  const [cropped, setCropped] = useState<File>()
  const { source, problem, open, choose, discard } = usePhotoSource(setCropped)
  const controls = useRef<HTMLDivElement>(null)
  const photo = user.photo ?? null

  const end = () => {
    upload.reset()
    setCropped(undefined)
    discard()
    // The button that was pressed is about to go.
    controls.current?.querySelector('button')?.focus()
  }
  const take = ([file]: File[]) => {
    if (!file) return
    upload.reset()
    remove.reset()
    setCropped(undefined)
    void open(file)
  }
  const save = () => {
    if (!cropped) return
    upload.mutate(
      { file: cropped },
      {
        onSuccess: () => {
          end()
          void toast.success('Photo saved')
        },
      },
    )
  }
  return (
    <Input.Wrapper label="Photo" labelElement="div">
      <Group align="flex-start" gap="lg" mt={6}>
        {source ? (
          <PhotoCropper source={source} onCrop={choose} />
        ) : (
          <span role="img" aria-label={photo === null ? 'Your initials' : 'Your photo'}>
            <PersonAvatar name={user.name} src={photo} size={72} />
          </span>
        )}
        <Stack gap="xs" flex={1} miw={160} ref={controls}>
          <FileDrop
            label={photo === null ? 'Upload photo' : 'Replace photo'}
            title={upload.isPending ? 'Uploading…' : photo === null ? 'Upload' : 'Replace'}
            hint="PNG, JPEG, WebP or GIF. Only people in your accounts can see it."
            accept="image/png,image/jpeg,image/webp,image/gif"
            hasCamera
            isBusy={upload.isPending}
            error={problem ?? upload.error?.fields['photo'] ?? upload.error?.message ?? remove.error?.message}
            onFiles={take}
          />
          {source && (
            <Group gap="xs">
              <Button size="compact-sm" disabled={!cropped} loading={upload.isPending} onClick={save}>
                Save photo
              </Button>
              <Button
                variant="subtle"
                color="gray"
                size="compact-sm"
                disabled={upload.isPending}
                onClick={end}
              >
                Cancel
              </Button>
            </Group>
          )}
          {!source && photo !== null && (
            <Group gap="xs">
              <Button
                variant="subtle"
                color="gray"
                size="compact-sm"
                leftSection={<IconTrash size={14} aria-hidden />}
                loading={remove.isPending}
                onClick={() =>
                  remove.mutate(undefined, { onSuccess: () => void toast.success('Photo removed') })
                }
              >
                Remove photo
              </Button>
            </Group>
          )}
        </Stack>
      </Group>
    </Input.Wrapper>
  )
}
