import { expect, test } from 'vitest'

import { asCurl } from './curl.ts'

test('shell characters are quoted, and headers curl sets itself are left out', () => {
  const request = {
    method: 'POST',
    url: "https://hooks.example.com/a?b=1&c='$(id)'",
    headers: { Host: 'x', 'content-length': '9', 'Content-Type': 'application/json', 'X-Odd': '`id` $HOME' },
    body: `@{"name":"O'Brien"}\n!`,
  }
  expect(asCurl(request)).toBe(
    [
      String.raw`curl -X POST 'https://hooks.example.com/a?b=1&c='\''$(id)'\''' \
  -H 'Content-Type: application/json' \
  -H 'X-Odd: ${'`id`'} $HOME' \
  --data-raw '@{"name":"O'\''Brien"}`,
      "!'",
    ].join('\n'),
  )
})
