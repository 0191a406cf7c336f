import { Button, Group, Stack, Text } from '@mantine/core'
import { IconCrop, IconSparkles, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'

import { largestFileBytes, largestPhotoBytes } from '#contract/customers.ts'
import { FileDrop } from '#kit/file-drop.tsx'
import { usePastedFiles } from '#kit/pasted-files.ts'
import { SquareCropper } from '#kit/square-cropper.tsx'
import { imageFormatOf } from '#lib/file-check.ts'
import { drawInitials } from '#lib/initials-photo.ts'
import { hueOf, initials } from '#lib/names.ts'
import { cutOut, middleSquare } from '#lib/square-crop.ts'

import { PhotoPreview } from './photo-preview.tsx'

interface Props {
  photo: File | null
  /** Whose photo it is; the initials come from it. */
  name: string
  error: string | undefined
  onChange: (photo: File | null) => void
}

interface Source {
  image: ImageBitmap
  /** Another picture is another cropper, which starts in the middle again. */
  turn: number
}

/** The photo: dropped, pasted, chosen or taken and then cut to a square, or drawn from the initials. */
export function PhotoInput({ photo, name, error, onChange }: Props) {
  const [source, setSource] = useState<Source | null>(null)
  const [problem, setProblem] = useState<string>()
  // Reading, cutting and drawing take a moment. What was asked for last counts, whenever the others are done.
  const lastTurn = useRef(0)

  useEffect(
    function freeTheLastPicture() {
      return () => source?.image.close()
    },
    [source],
  )

  const open = async (file: File) => {
    const turn = ++lastTurn.current
    const image = await readImage(file)
    if (turn !== lastTurn.current) return
    setProblem(typeof image === 'string' ? image : undefined)
    if (typeof image === 'string') return
    setSource({ image, turn })
    hand(await cutOut(image, middleSquare(image)), turn)
  }
  const hand = (picture: File, turn: number) => {
    if (turn !== lastTurn.current) return
    if (picture.size > largestPhotoBytes) setProblem('The photo is larger than 5 MB')
    else onChange(picture)
  }
  const draw = async () => {
    const turn = ++lastTurn.current
    setSource(null)
    setProblem(undefined)
    hand(await drawInitials(initials(name), hueOf(name)), turn)
  }

  usePastedFiles(([file]) => file && void open(file))

  const wrong = problem ?? error
  return (
    <Group align="flex-start" gap="lg">
      {source ? (
        <SquareCropper
          key={source.turn}
          image={source.image}
          onCrop={(picture) => hand(picture, source.turn)}
          onDone={() => setSource(null)}
        />
      ) : (
        <PhotoPreview photo={photo} name={name} />
      )}
      <Stack gap="xs" flex={1} miw={240}>
        <FileDrop
          label="Choose a photo"
          hint="Or drag and drop, or paste. PNG, JPEG, WebP or GIF."
          accept="image/png,image/jpeg,image/webp,image/gif"
          hasCamera
          error={wrong}
          onFiles={([file]) => file && void open(file)}
        />
        <Group gap="xs">
          <Button
            variant="light"
            leftSection={<IconSparkles size={16} aria-hidden />}
            disabled={initials(name) === ''}
            onClick={() => void draw()}
          >
            Generate from initials
          </Button>
          {photo && !source && (
            <Button
              variant="subtle"
              leftSection={<IconCrop size={16} aria-hidden />}
              onClick={() => void open(photo)}
            >
              Crop
            </Button>
          )}
          {photo && (
            <Button
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => {
                lastTurn.current += 1
                setSource(null)
                onChange(null)
              }}
            >
              Remove photo
            </Button>
          )}
        </Group>
        {initials(name) === '' && (
          <Text size="xs" c="dimmed">
            No photo? Enter a name to generate one from the initials.
          </Text>
        )}
      </Stack>
    </Group>
  )
}

/** The picture, or why there is none. What is sent is the part cut out of it, so it may itself be large. */
async function readImage(file: File): Promise<ImageBitmap | string> {
  if (file.size > largestFileBytes) return 'This image is larger than 20 MB. Choose a smaller one.'
  if (!(await imageFormatOf(file))) return 'Choose a PNG, JPEG, WebP or GIF image.'
  try {
    return await createImageBitmap(file)
  } catch {
    return 'This image can’t be opened. Choose another one.'
  }
}
