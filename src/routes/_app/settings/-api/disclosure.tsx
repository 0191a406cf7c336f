import { type ReactNode, useState } from 'react'

interface Props {
  className: string | undefined
  summary: ReactNode
  isOpenAtFirst?: boolean
  children: ReactNode
}

/** Shows its content on request. Until then nothing is drawn: a page has hundreds of these, and few are ever opened. */
export function Disclosure({ className, summary, isOpenAtFirst = false, children }: Props) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  return (
    <details
      className={className}
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>{summary}</summary>
      {isOpen && children}
    </details>
  )
}
