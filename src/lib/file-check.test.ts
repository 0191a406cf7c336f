import { expect, test } from 'vitest'

import { acceptOf, formatOf, imageFormatOf, problemOf } from './file-check.ts'

const file = (name: string, ...bytes: number[]) => new File([new Uint8Array(bytes)], name)
const pdf = [0x25, 0x50, 0x44, 0x46, 0x2d]
const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const mebibyte = 1024 * 1024

test('a file is accepted when its extension and first bytes match', async () => {
  expect(await problemOf(file('offer.PDF', ...pdf), ['pdf'], mebibyte)).toBeUndefined()
  expect(await problemOf(file('me.jpeg', 0xff, 0xd8, 0xff, 0xe0), ['.JPG'], mebibyte)).toBeUndefined()
  expect(await problemOf(file('list.csv', 97, 44, 98), ['csv'], mebibyte)).toBeUndefined()
})

test('a file whose content doesn’t match its extension is rejected', async () => {
  expect(await problemOf(file('offer.pdf', ...png), ['pdf'], mebibyte)).toMatch(/content doesn’t match/)
  expect(await problemOf(file('list.csv', 0, 1, 2), ['csv'], mebibyte)).toMatch(/content doesn’t match/)
})

test('a wrong format, an empty file and a large file each have a message', async () => {
  expect(await problemOf(file('offer.exe', 77, 90), ['pdf', 'png'], mebibyte)).toBe(
    'offer.exe isn’t one of the accepted formats: pdf, png',
  )
  expect(await problemOf(file('offer.pdf'), ['pdf'], mebibyte)).toBe('offer.pdf is empty')
  expect(await problemOf(file('offer.pdf', ...pdf, 1), ['pdf'], 5)).toMatch(/is larger than/)
})

test('a field without formats accepts any file', async () => {
  expect(await problemOf(file('model.step', 1, 2), [], mebibyte)).toBeUndefined()
})

test('a format is spelled as in the configuration', () => {
  expect(formatOf('scan.jpeg', ['PNG', 'JPG'])).toBe('JPG')
  expect(formatOf('README', ['md'])).toBeUndefined()
})

test('an image is recognized by its bytes, not by its name', async () => {
  expect(await imageFormatOf(file('photo.gif', ...png))).toBe('png')
  expect(await imageFormatOf(file('photo.png', ...pdf))).toBeUndefined()
})

test('the file dialog offers every extension of a format', () => {
  expect(acceptOf(['jpg', 'pdf'])).toBe('.jpg,.jpe,.jpeg,.pdf')
  expect(acceptOf([])).toBeUndefined()
})
