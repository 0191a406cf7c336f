import { Alert } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import {
  type Icon,
  IconCircleCheck,
  IconCircleX,
  IconClockExclamation,
  IconInfoCircle,
} from '@tabler/icons-react'
import { useEffect, useState } from 'react'

import { type Verdict, checkSignature, readHeaders } from '#lib/signature-check.ts'

interface Props {
  secret: string
  headers: string
  body: string
  /** When this very request was sent, where that is known: its timestamp is compared with that. */
  sentAt: string | undefined
}

const debounceMs = 200

/** The verdict on a signature, and the likely cause where it doesn't match. */
export function CheckerResult(props: Props) {
  const verdict = useVerdict(props)
  if (!verdict) return null
  const { color, icon: Sign, title, text } = describe(verdict, props.sentAt !== undefined)
  return (
    <Alert variant="light" color={color} icon={<Sign size={18} aria-hidden />} title={title}>
      {text}
    </Alert>
  )
}

function useVerdict(input: Props): Verdict | undefined {
  const [{ secret, headers, body, sentAt }] = useDebouncedValue(input, debounceMs)
  const [verdict, setVerdict] = useState<Verdict>()
  useEffect(
    function check() {
      let isStale = false
      const request = { secret, body, headers: readHeaders(headers) }
      const nowMs = sentAt === undefined ? Date.now() : Date.parse(sentAt)
      void checkSignature(request, nowMs).then((found) => {
        if (!isStale) setVerdict(found)
      })
      return () => {
        isStale = true
      }
    },
    [secret, headers, body, sentAt],
  )
  return verdict
}

interface Description {
  color: string
  icon: Icon
  title: string
  text: string
}

function describe(verdict: Verdict, isSentByUs: boolean): Description {
  switch (verdict.kind) {
    case 'incomplete':
      return {
        color: 'gray',
        icon: IconInfoCircle,
        title: 'More information needed',
        text: `Still missing: ${verdict.missing.join(', ')}.`,
      }
    case 'unavailable':
      return {
        color: 'yellow',
        icon: IconInfoCircle,
        title: 'Not available',
        text: 'Signature verification requires HTTPS.',
      }
    case 'valid':
      return {
        color: 'teal',
        icon: IconCircleCheck,
        title: 'The signature is valid',
        text: isSentByUs
          ? 'The secret, headers and body match. This secret signed this attempt.'
          : `The secret, headers and body match, and the timestamp is ${Math.abs(verdict.ageSeconds)} s from now.`,
      }
    case 'stale':
      return {
        color: 'yellow',
        icon: IconClockExclamation,
        title: 'Valid signature, expired timestamp',
        text: `The signature is valid, but its timestamp is ${ageText(verdict.ageSeconds)}. Receivers reject timestamps more than five minutes off. Check the sender’s clock, or whether an old request was replayed.`,
      }
    case 'invalid':
      return {
        color: 'red',
        icon: IconCircleX,
        title: `Not valid. Likely cause: ${verdict.cause.kind}`,
        text: verdict.cause.detail,
      }
  }
}

function ageText(seconds: number): string {
  const minutes = Math.round(Math.abs(seconds) / 60)
  const span = minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`
  return seconds > 0 ? `${span} old` : `${span} in the future`
}
