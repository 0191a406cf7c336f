import { SegmentedControl } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import type { ReactNode } from 'react'

import { CodeBlock } from '#kit/code-block.tsx'
import { CopyIcon } from '#kit/copy-button.tsx'
import type { Operation, Reply } from '#lib/api-document.ts'
import { curlExample, typescriptExample } from '#lib/api-examples.ts'

import { Disclosure } from './disclosure.tsx'
import { Fields } from './fields.tsx'
import { MethodBadge } from './method-badge.tsx'
import { Line } from './words.tsx'

import classes from './reference.module.css'

/** An endpoint or an event: what it takes and returns, beside a request and a response. */
export function OperationArticle({ operation }: { operation: Operation }) {
  const { id, kind, method, path, summary, description, parameters, body, replies } = operation
  const isEvent = kind === 'event'
  const [success] = replies
  return (
    <article className={classes['operation']} data-anchor={id} aria-labelledby={id}>
      <div className={classes['facts']}>
        <header>
          <h3 id={id} tabIndex={-1}>
            {summary}
            <a href={`#${id}`} className={classes['anchor']} aria-label={`Link to ${summary}`}>
              #
            </a>
          </h3>
          {!isEvent && (
            <div className={classes['address']}>
              <MethodBadge method={method} />
              <code>{path}</code>
              <CopyIcon label="Path" text={path} />
            </div>
          )}
        </header>
        <p className={classes['description']}>
          <Line text={description} />
        </p>
        {!isEvent && <Access operation={operation} />}
        <Fields title="Path" fields={parameters.path} />
        <Fields title="Query" fields={parameters.query} />
        <Fields title="Headers" fields={isEvent ? [] : parameters.header} />
        {body && (
          <Fields
            title={isEvent ? 'Payload' : `Body, ${body.type}`}
            fields={body.fields}
            isResponse={isEvent}
          />
        )}
        {!isEvent && <Replies replies={replies} />}
      </div>
      <div className={classes['examples']}>
        {isEvent ? (
          <Sample label={`Payload of ${path}`} heading="Payload" value={body?.example} />
        ) : (
          <>
            <RequestExample operation={operation} />
            {success?.body?.example !== undefined && (
              <Sample
                label={`Response of ${summary}`}
                heading={
                  success.body.isInvented
                    ? `Shape of response ${success.status}`
                    : `Response ${success.status}`
                }
                value={success.body.example}
              />
            )}
          </>
        )}
      </div>
    </article>
  )
}

const credentialNames: Readonly<Record<string, string>> = {
  token: 'an API token',
  key: 'an API key',
  session: 'a session of the dashboard',
}

function Access({ operation: { credentials, ability } }: { operation: Operation }) {
  const names = credentials.map((name) => credentialNames[name] ?? name)
  return (
    <p className={classes['access']}>
      {names.length === 0 ? 'Takes no credential.' : `Takes ${names.join(' or ')}`}
      {ability !== undefined && (
        <>
          {' '}
          with the ability <code>{ability}</code>
        </>
      )}
      {names.length > 0 && '.'}
    </p>
  )
}

const tones = ['', '', 'good', 'info', 'notice', 'bad']

function Replies({ replies }: { replies: readonly Reply[] }) {
  return (
    <div className={classes['replies']}>
      <h4>Responses</h4>
      {replies.map(({ status, description, body }, index) => {
        const head = (
          <>
            <span className={classes['status']} data-tone={tones[Number(status[0])] ?? 'neutral'}>
              {status === 'default' ? 'Other' : status}
            </span>
            <span>
              <Line text={description} />
            </span>
          </>
        )
        return body && body.fields.length > 0 ? (
          <Disclosure key={status} className={classes['reply']} isOpenAtFirst={index === 0} summary={head}>
            <Fields fields={body.fields} isResponse />
          </Disclosure>
        ) : (
          <div key={status} className={classes['reply']}>
            <div className={classes['plain']}>{head}</div>
          </div>
        )
      })}
    </div>
  )
}

const languages = [
  { value: 'curl', label: 'curl' },
  { value: 'typescript', label: 'TypeScript' },
]

function RequestExample({ operation }: { operation: Operation }) {
  const [language, setLanguage] = useLocalStorage({ key: 'bureau.api-language', defaultValue: 'curl' })
  const isCurl = language === 'curl'
  const text = isCurl
    ? curlExample(operation, location.origin)
    : typescriptExample(operation, location.origin)
  return (
    <CodeBlock
      label={`Request: ${operation.summary}`}
      heading="Request"
      text={text}
      language="code"
      maxHeight={480}
      controls={
        <SegmentedControl
          size="xs"
          aria-label={`Language of the request: ${operation.summary}`}
          data={languages}
          value={isCurl ? 'curl' : 'typescript'}
          onChange={setLanguage}
        />
      }
    />
  )
}

function Sample({ label, heading, value }: { label: string; heading: ReactNode; value: unknown }) {
  return (
    <CodeBlock
      label={label}
      heading={heading}
      text={JSON.stringify(value, null, 2)}
      language="json"
      maxHeight={420}
    />
  )
}
