import { useEffect, useRef } from 'react'

/** Shows an image file of this computer. */
export function FileImage({
  file,
  alt,
  className,
}: {
  file: File
  alt: string
  className: string | undefined
}) {
  const image = useRef<HTMLImageElement>(null)
  useEffect(
    function showFile() {
      if (!image.current) return undefined
      const url = URL.createObjectURL(file)
      image.current.src = url
      return () => URL.revokeObjectURL(url)
    },
    [file],
  )
  return <img ref={image} className={className} alt={alt} />
}
