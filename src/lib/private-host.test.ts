import { expect, test } from 'vitest'

import { isPrivateHost } from './private-host.ts'

test.each([
  'https://localhost/x',
  'https://api.localhost./x',
  'https://printer.local',
  'https://intranet/hook',
  'https://127.0.0.1',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://10.1.2.3:8443',
  'https://100.100.0.1',
  'https://169.254.169.254/latest/meta-data',
  'https://172.31.255.255',
  'https://192.168.1.1',
  'https://255.255.255.255',
  'https://[::1]/',
  'https://[::]/',
  'https://[fd00::1]/',
  'https://[fe80::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[::127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
])('%s is in a private network', (url) => {
  expect(isPrivateHost(url)).toBe(true)
})

test.each([
  'https://hooks.example.com/x',
  'https://localhost.example.com',
  'https://8.8.8.8',
  'https://172.32.0.1',
  'https://100.128.0.1',
  'https://[2606:4700::1111]/',
  'https://[::ffff:8.8.8.8]/',
  'half an addr',
  '',
])('%s gets no warning', (url) => {
  expect(isPrivateHost(url)).toBe(false)
})
