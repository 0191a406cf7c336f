import { useEffect, useRef, useState } from 'react'

import { largestFileBytes, largestPhotoBytes } from '#contract/customers/customers.ts'
import { cannotOpen, readImage } from '#lib/read-image.ts'
import { cutOut, middleSquare } from '#lib/square-crop.ts'

/** A picture that is being cropped. */
export interface PhotoSource {
  image: ImageBitmap
  /** An address of the file. */
  url: string
  /** A new picture resets the cropper. */
  turn: number
}

/** The picture that is being cropped; `onChange` gets each square. Reading and cropping take a moment: the last request counts. */
export function usePhotoSource(onChange: (photo: File) => void) {
  const [source, setSource] = useState<PhotoSource | null>(null)
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
    const photo = await readPhoto(file)
    if (turn !== lastTurn.current) return
    setProblem(typeof photo === 'string' ? photo : undefined)
    if (typeof photo === 'string') return
    // A form that is saved before the cropper has arrived has it.
    choose(photo.middle, turn)
    setSource({ image: photo.image, url: URL.createObjectURL(file), turn })
  }
  const finish = () => setSource(null)
  const discard = () => {
    lastTurn.current += 1
    setSource(null)
    setProblem(undefined)
  }
  return { source, problem, open, choose, finish, discard }
}

/** Returns the picture and the square in its middle, or why there is none. */
async function readPhoto(file: File) {
  const image = await readImage(file, largestFileBytes)
  if (typeof image === 'string') return image
  try {
    return { image, middle: await cutOut(image, middleSquare(image)) }
  } catch {
    return cannotOpen
  }
}
