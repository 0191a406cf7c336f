import { Button, Group, Input } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'

import { profile } from '#api/profile.ts'
import type { Session } from '#contract/access/session.ts'
import { largestFileBytes } from '#contract/customers/customers.ts'
import { useAttempt } from '#kit/attempt.ts'
import { FileDrop } from '#kit/file-drop.tsx'
import { PersonAvatar } from '#kit/person-avatar.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'
import { readImage } from '#lib/read-image.ts'
import { cutOut, middleSquare } from '#lib/square-crop.ts'

/** A person’s photo. It is uploaded and removed at once, without the form below it. */
export function PhotoInput({ user }: Pick<Session, 'user'>) {
  const upload = useAttempt(profile.uploadPhoto())
  const remove = useSingleFlightMutation(profile.removePhoto())
  const [problem, setProblem] = useState<string>()
  /** Kept until it is saved, so that nobody has to choose it again. */
  const [choice, setChoice] = useState<File>()
  const lastTurn = useRef(0)
  const photo = user.photo ?? null
  const refusal = upload.error?.fields['photo']
  const error = problem ?? refusal ?? upload.error?.message ?? remove.error?.message

  const send = (file: File) => {
    remove.reset()
    setChoice(file)
    upload.mutate(
      { file },
      {
        onSuccess: () => {
          setChoice(undefined)
          void toast.success('Photo saved')
        },
      },
    )
  }
  const take = async ([file]: File[]) => {
    if (!file) return
    const turn = ++lastTurn.current
    remove.reset()
    upload.reset()
    setChoice(undefined)
    const picture = await squareOf(file)
    if (turn !== lastTurn.current) return
    setProblem(typeof picture === 'string' ? picture : undefined)
    if (typeof picture !== 'string') send(picture)
  }
  const discard = () => {
    upload.reset()
    setProblem(undefined)
    setChoice(undefined)
    remove.mutate(undefined, { onSuccess: () => void toast.success('Photo removed') })
  }
  const canRetry = choice !== undefined && upload.error !== null && refusal === undefined
  return (
    <Input.Wrapper label="Photo" labelElement="div">
      <Group align="flex-start" gap="lg" mt={6} wrap="nowrap">
        <span role="img" aria-label={photo === null ? 'Your initials' : 'Your photo'}>
          <PersonAvatar name={user.name} src={photo} size={72} />
        </span>
        <div style={{ flex: 1, minWidth: 0 }}>
          <FileDrop
            label={photo === null ? 'Upload photo' : 'Replace photo'}
            title={upload.isPending ? 'Uploading…' : photo === null ? 'Upload' : 'Replace'}
            hint="PNG, JPEG, WebP or GIF. The middle is used. Only people in your accounts can see it."
            accept="image/png,image/jpeg,image/webp,image/gif"
            hasCamera
            isBusy={upload.isPending}
            error={error}
            onFiles={(files) => void take(files)}
          />
          {(canRetry || photo !== null) && (
            <Group gap="xs" mt="xs">
              {canRetry && (
                <Button variant="default" size="compact-sm" onClick={() => send(choice)}>
                  Try again
                </Button>
              )}
              {photo !== null && (
                <Button
                  variant="subtle"
                  color="gray"
                  size="compact-sm"
                  leftSection={<IconTrash size={14} aria-hidden />}
                  loading={remove.isPending}
                  onClick={discard}
                >
                  Remove photo
                </Button>
              )}
            </Group>
          )}
        </div>
      </Group>
    </Input.Wrapper>
  )
}

/** Returns the middle of a picture as a small file without a camera’s metadata, or why there is none. */
async function squareOf(file: File): Promise<File | string> {
  const image = await readImage(file, largestFileBytes)
  if (typeof image === 'string') return image
  try {
    return await cutOut(image, middleSquare(image))
  } catch {
    return 'This image can’t be opened. Choose another one.'
  } finally {
    image.close()
  }
}
