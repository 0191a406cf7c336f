import { useEffect, useRef, useState } from 'react'

import { largestFileBytes, largestPhotoBytes } from '#contract/customers/customers.ts'
import { readImage } from '#lib/read-image.ts'
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
  const croppedTurn = useRef(0)

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
    croppedTurn.current = turn
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
    // Saved before the cropper has arrived, a form has its middle.
    const middle = await cutOut(image, middleSquare(image))
    if (croppedTurn.current !== turn) choose(middle, turn)
  }
  const finish = () => setSource(null)
  const discard = () => {
    lastTurn.current += 1
    setSource(null)
    setProblem(undefined)
  }
  return { source, problem, open, choose, finish, discard }
}
