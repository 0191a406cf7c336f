import { Stack } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useLayoutEffect, useState } from 'react'

import {
  credentialInput,
  credentialPathOf,
  credentialProblems,
  emptyCredential,
} from '#api/credential-form.ts'
import { credentials } from '#api/credentials.ts'
import { draftName, session } from '#api/session.ts'
import type { Credential, Grantable } from '#contract/access/credentials.ts'
import { CodeBlock } from '#kit/code-block.tsx'
import { PageHeader } from '#kit/page-header.tsx'
import { SecretPanel } from '#kit/secret-panel.tsx'
import { useRecordForm } from '#kit/use-record-form.ts'

import { CredentialForm } from './credential-form.tsx'
import { kindName } from './credential-words.tsx'

interface Created {
  readonly data: Credential
  readonly secret: string
}

/** The form, and then the secret: it's in the state of this component and nowhere else. */
export function NewCredential({ grantable }: { grantable: Grantable }) {
  const [created, setCreated] = useState<Created>()
  return created ? (
    <CredentialCreated {...created} />
  ) : (
    <NewForm grantable={grantable} onCreated={setCreated} />
  )
}

function NewForm({ grantable, onCreated }: { grantable: Grantable; onCreated: (created: Created) => void }) {
  const { data: current } = useSuspenseQuery(session.current())
  const editor = useRecordForm({
    draftName: draftName('credential:new', current),
    start: { values: emptyCredential(), version: '' },
    check: (values) => credentialProblems(values, grantable),
    mutation: credentials.create(),
    requestOf: (values, { key }) => ({ key, input: credentialInput(values, grantable) }),
    pathOf: credentialPathOf,
    onSaved: onCreated,
  })
  return (
    <CredentialForm
      title="New API credential"
      saveLabel="Create credential"
      isNew
      editor={editor}
      grantable={grantable}
      back={{ label: 'API credentials', address: { to: '/settings/credentials' } }}
    />
  )
}

function CredentialCreated({ data, secret }: Created) {
  const navigate = useNavigate()
  const { id, kind, name } = data
  useLayoutEffect(function scrollToTop() {
    // It replaces a long form without a navigation, so the window is still scrolled down to that form's end.
    window.scrollTo(0, 0)
  }, [])
  const variable = kind === 'token' ? 'BUREAU_TOKEN' : 'BUREAU_KEY'
  return (
    <>
      <PageHeader title={name} subtitle={`${kindName[kind]} created. One step left.`} />
      <Stack gap="lg">
        <SecretPanel
          secret={secret}
          name={kindName[kind]}
          description="Anyone who has it can use this account. It’s shown only once: store it where the other system keeps its secrets."
          prefix={data.prefix}
          variable={variable}
          file={`bureau-${kind}.env`}
          loss="It can’t be shown again. You would have to revoke this credential and create another one."
          onDone={() =>
            void navigate({ to: '/settings/credentials/$id', params: { id: String(id) }, replace: true })
          }
        />
        <TryIt credential={data} variable={variable} />
      </Stack>
    </>
  )
}

/** A request to check that the credential works, with its secret in a variable. */
function TryIt({ credential: { kind, abilities }, variable }: { credential: Credential; variable: string }) {
  const v1 = abilities.includes('contacts.view') ? '/api/v1/contacts' : '/api/v1/webhooks'
  const path = kind === 'key' ? '/api/customers?limit=5' : v1
  const code = `curl -H "Authorization: Bearer $${variable}" \\\n  "${window.location.origin}${path}"`
  return <CodeBlock label="Try it" text={code} wraps />
}
