import { expect, test } from 'vitest'

import type { Operation } from './api-document.ts'
import { curlExample, typescriptExample } from './api-examples.ts'

const operation: Operation = {
  id: 'createThing',
  kind: 'endpoint',
  method: 'POST',
  path: '/api/v1/things/{id}',
  summary: 'Create a thing',
  description: '',
  credentials: ['token'],
  ability: undefined,
  parameters: { path: [], query: [], header: [] },
  examples: {},
  body: {
    type: 'application/json',
    fields: [],
    example: { name: "O'Brien\n$HOME", tags: [], more: { deep: [1, true, null] } },
    isInvented: false,
  },
  replies: [],
}

test('quotes of a value don’t end the command or the text', () => {
  expect(curlExample(operation, 'https://a.example')).toBe(
    [
      "curl 'https://a.example/api/v1/things/42' \\",
      '  -H "Authorization: Bearer $BUREAU_TOKEN" \\',
      "  -H 'Accept: application/json' \\",
      "  -H 'Content-Type: application/json' \\",
      "  -d '{",
      `  "name": "O'\\''Brien\\n$HOME",`,
      '  "tags": [],',
      '  "more": {',
      '    "deep": [',
      '      1,',
      '      true,',
      '      null',
      '    ]',
      '  }',
      "}'",
    ].join('\n'),
  )
  expect(typescriptExample(operation, 'https://a.example')).toContain(
    [
      '  body: JSON.stringify({',
      String.raw`    name: 'O\'Brien\n$HOME',`,
      '    tags: [],',
      '    more: { deep: [1, true, null] },',
      '  }),',
    ].join('\n'),
  )
})

test('a method that curl wouldn’t choose is named', () => {
  const { body: _body, ...rest } = operation
  const without = { ...rest, body: undefined }
  expect(curlExample({ ...without, method: 'DELETE' }, 'https://a.example')).toContain('curl -X DELETE ')
  expect(curlExample(without, 'https://a.example')).toContain('curl -X POST ')
  expect(curlExample({ ...without, method: 'GET' }, 'https://a.example')).not.toContain('-X')
})

test('what is open to anybody takes no credential', () => {
  const open = { ...operation, credentials: [] }
  expect(curlExample(open, 'https://a.example')).not.toContain('Authorization')
  expect(typescriptExample(open, 'https://a.example')).not.toContain('authorization')
})

test('the files of a form are uploaded from the disk, its texts are sent as they are', () => {
  const example = { file: 'customers.csv', logo: 'logo.png', name: '@home' }
  const body = { type: 'multipart/form-data', fields: [], example, isInvented: false }
  const curl = curlExample({ ...operation, body }, 'https://a.example')
  expect(curl).toContain("-F 'file=@customers.csv'")
  expect(curl).toContain("-F 'logo=@logo.png'")
  expect(curl).toContain("--form-string 'name=@home'")
  expect(typescriptExample({ ...operation, body }, 'https://a.example')).toContain(
    "form.append('file', await openAsBlob('customers.csv'), 'customers.csv')",
  )
})
