import { Button, Group, Input, Stack } from '@mantine/core'
import { IconCrop, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'

import { largestFileBytes, largestPhotoBytes } from '#contract/customers/customers.ts'
import { FileDrop } from '#kit/file-drop.tsx'
import { usePastedFiles } from '#kit/pasted-files.ts'
import { SquareCropper } from '#kit/square-cropper.tsx'
import { readImage } from '#lib/read-image.ts'

import { PhotoPreview } from './photo-preview.tsx'

interface Props {
  photo: File | null
  /** The address of the photo that the customer has already. */
  current?: string | undefined
  /** Whose photo it is; without one, the initials are used. */
  name: string
  error: string | undefined
  onChange: (photo: File | null) => void
}

/** The photo: dropped, pasted, chosen or taken, and then cropped. Without one, the initials are used. */
export function PhotoInput({ photo, current, name, error, onChange }: Props) {
  const { source, problem, open, choose, finish, discard } = usePhotoSource(onChange)
  usePastedFiles(([file]) => file && void open(file))
  return (
    <Input.Wrapper label="Photo" labelElement="div">
      <Group align="flex-start" gap="lg" mt={6}>
        {source ? (
          <SquareCropper
            key={source.turn}
            image={source.image}
            url={source.url}
            onCrop={(picture) => choose(picture, source.turn)}
            onDone={finish}
          />
        ) : (
          <PhotoPreview photo={photo} current={current} name={name} />
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

interface Source {
  image: ImageBitmap
  /** An address of the file. */
  url: string
  /** A new picture resets the cropper. */
  turn: number
}

/** The picture that is being cropped. Reading and cropping take a moment: the last request counts. */
function usePhotoSource(onChange: (photo: File) => void) {
  const [source, setSource] = useState<Source | null>(null)
  const [problem, setProblem] = useState<string>()
  const lastTurn = useRef(0)

  useEffect(
    function freeTheLastPicture() {
      return () => {
        source?.image.close()
        if (source) URL.revokeObjectURL(source.url)
      }
    },
    [source],
  )

  const choose = (picture: File, turn: number) => {
    if (turn !== lastTurn.current) return
    if (picture.size > largestPhotoBytes) setProblem('The photo is larger than 5 MB')
    else onChange(picture)
  }
  const open = async (file: File) => {
    const turn = ++lastTurn.current
    const image = await readImage(file, largestFileBytes)
    if (turn !== lastTurn.current) return
    setProblem(typeof image === 'string' ? image : undefined)
    if (typeof image === 'string') return
    setSource({ image, url: URL.createObjectURL(file), turn })
  }
  const finish = () => setSource(null)
  const discard = () => {
    lastTurn.current += 1
    setSource(null)
    setProblem(undefined)
  }
  return { source, problem, open, choose, finish, discard }
}
