import { Skeleton, Stack } from '@mantine/core'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { imports } from '#api/imports.ts'
import { session } from '#api/session.ts'
import type { Import, ImportKind } from '#contract/imports.ts'
import { BackLink } from '#kit/back-link.tsx'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { NoAccess } from '#kit/no-access.tsx'
import { NotFound } from '#kit/not-found.tsx'
import { PageHeader } from '#kit/page-header.tsx'
import { Problem } from '#kit/problem.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'

import { CheckStep } from './check-step.tsx'
import { ColumnsStep } from './columns-step.tsx'
import { type ImportWords, importWords } from './import-words.ts'
import { ProgressStep } from './progress-step.tsx'
import { RecentImports } from './recent-imports.tsx'
import { ResultStep } from './result-step.tsx'
import { UploadStep } from './upload-step.tsx'

import classes from './import.module.css'

interface Props {
  kind: ImportKind
  /** The import that the address names. */
  id: number | undefined
  onId: (id: number | undefined) => void
}

/** Imports a CSV file, step by step. Each step follows from what the service says, so that a reload continues there. */
export function ImportScreen({ kind, id, onId }: Props) {
  const { data: current } = useSuspenseQuery(session.current())
  const words = importWords[kind]
  const ability = `${kind}.manage` as const
  if (!current.features.records) return <NotFound />
  if (!current.abilities.includes(ability))
    return <NoAccess title={`You can’t import ${kind}`} ability={ability} />
  return (
    <div className={classes['page']}>
      <PageHeader title={words.title} back={<BackLink to={words.list}>{words.back}</BackLink>} />
      <Stack gap="lg">
        {id === undefined ? (
          <>
            <UploadStep words={words} onUploaded={onId} />
            <RecentImports words={words} />
          </>
        ) : (
          <OpenImport key={id} words={words} id={id} onId={onId} />
        )}
      </Stack>
    </div>
  )
}

function OpenImport({ words, id, onId }: { words: ImportWords; id: number; onId: Props['onId'] }) {
  const { data: one, error, refetch } = useQuery(imports.one(words.kind, id))
  if (one) return <Steps words={words} one={one} isLost={error !== null} onId={onId} />
  return error ? <Problem error={error} retry={() => void refetch()} /> : <Skeleton height={240} />
}

interface StepsProps {
  words: ImportWords
  one: Import
  isLost: boolean
  onId: Props['onId']
}

function Steps({ words, one, isLost, onId }: StepsProps) {
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useSingleFlightMutation(imports.act(queryClient, words.kind))
  const [isMapping, setMapping] = useState(false)
  const { id, checks, state } = one
  const [askedIn, setAskedIn] = useState(state)
  const act = (what: 'start' | 'stop' | 'cancel', options?: { onSuccess: () => void }) => {
    setAskedIn(state)
    mutate({ act: what, id, checks }, options)
  }
  const cancel = () => act('cancel', { onSuccess: () => onId(undefined) })
  const startOver = () => onId(undefined)
  return (
    <>
      {state === 'ready' || (state === 'checked' && isMapping) ? (
        <ColumnsStep words={words} one={one} onChecked={() => setMapping(false)} onCancel={cancel} />
      ) : state === 'checked' ? (
        <CheckStep
          key={checks}
          words={words}
          one={one}
          isBusy={isPending}
          onStart={() => act('start')}
          onColumns={() => setMapping(true)}
          onOtherFile={startOver}
          onCancel={cancel}
        />
      ) : state === 'completed' || state === 'canceled' ? (
        <ResultStep words={words} one={one} onOtherFile={startOver} />
      ) : (
        <ProgressStep
          words={words}
          one={one}
          isBusy={isPending}
          isLost={isLost}
          onAct={(what) => (what === 'cancel' && state === 'checking' ? cancel() : act(what))}
        />
      )}
      {/* A step whose reply was lost may have been taken anyway: the import has gone on. */}
      {askedIn === state && <InlineProblem error={error} />}
    </>
  )
}
