/** Receivers that check a signature after Standard Webhooks with only their language's standard library. */
export interface Snippet {
  readonly language: string
  readonly label: string
  readonly code: string
}

/** `variable` is the environment variable that holds the secret. */
export function verifySnippets(variable: string): readonly Snippet[] {
  return [
    { language: 'node', label: 'Node', code: node(variable) },
    { language: 'python', label: 'Python', code: python(variable) },
    { language: 'php', label: 'PHP', code: php(variable) },
    { language: 'go', label: 'Go', code: go(variable) },
    { language: 'ruby', label: 'Ruby', code: ruby(variable) },
    { language: 'curl', label: 'curl', code: curl(variable) },
  ]
}

const node = (variable: string) => `import { createHmac, timingSafeEqual } from 'node:crypto'

const secret = process.env.${variable}

// body: the raw body as received, a string or a Buffer; never JSON.stringify(JSON.parse(…))
export function verify(headers, body) {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  const isFresh = Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300
  if (!isFresh) return false
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\`).update(body).digest()
  return (headers['webhook-signature'] ?? '').split(' ').some((entry) => {
    const [version, signature = ''] = entry.split(',')
    const given = Buffer.from(signature, 'base64')
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
}
`

const python = (variable: string) => `import base64, hashlib, hmac, os, time

secret = os.environ["${variable}"]

# body: the raw body as bytes; headers: names in lower case
def verify(headers, body):
    msg_id, timestamp = headers.get("webhook-id"), headers.get("webhook-timestamp", "")
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{msg_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return any(
        hmac.compare_digest(entry.encode(), expected.encode())
        for entry in headers.get("webhook-signature", "").split(" ")
    )
`

const php = (variable: string) => `<?php
$secret = getenv('${variable}');

// The raw body: file_get_contents('php://input')
function verify(string $secret, array $server, string $body): bool
{
    $id = $server['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $server['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if (abs(time() - (int) $timestamp) > 300) {
        return false;
    }
    $key = base64_decode(preg_replace('/^whsec_/', '', $secret));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $server['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $entry) {
        if (hash_equals($expected, $entry)) {
            return true;
        }
    }
    return false;
}

http_response_code(verify($secret, $_SERVER, file_get_contents('php://input')) ? 204 : 401);
`

const go = (variable: string) => `package receiver

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"math"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

// Verify checks the raw body as received.
func Verify(header http.Header, body []byte) bool {
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || math.Abs(float64(time.Now().Unix()-seconds)) > 300 {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(os.Getenv("${variable}"), "whsec_"))
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, entry := range strings.Split(header.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(entry), []byte(expected)) {
			return true
		}
	}
	return false
}
`

const ruby = (variable: string) => `require "openssl"

SECRET = ENV.fetch("${variable}")

# body: the raw body (request.raw_post in Rails); headers: names in lower case
def verify(headers, body)
  id, timestamp = headers.values_at("webhook-id", "webhook-timestamp")
  return false if (Time.now.to_i - timestamp.to_i).abs > 300

  key = SECRET.delete_prefix("whsec_").unpack1("m")
  digest = OpenSSL::HMAC.digest("SHA256", key, "#{id}.#{timestamp}.#{body}")
  expected = "v1,#{[digest].pack("m0")}"
  headers.fetch("webhook-signature", "").split(" ").any? do |entry|
    OpenSSL.secure_compare(entry, expected)
  end
end
`

const curl = (
  variable: string,
) => `# Sends a signed request to your own receiver, so you can test it before the first event. Needs bash and openssl.
url=http://localhost:8080/webhooks
body='{"type":"contact.created","timestamp":"2026-01-01T00:00:00Z","data":{}}'
id=msg_test
timestamp=$(date +%s)
key=$(printf %s "\${${variable}#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \\n')
signature=$(printf %s "$id.$timestamp.$body" |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)
curl -i "$url" -H 'content-type: application/json' -H "webhook-id: $id" \\
  -H "webhook-timestamp: $timestamp" -H "webhook-signature: v1,$signature" --data-raw "$body"
`
