import { notFound } from '@tanstack/react-router'

/** A loader's first step: an address whose `id` can't be one is that of no screen. Returns the id. */
export function requireId({ params: { id } }: { readonly params: { readonly id: string } }): number {
  if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound()
  return Number(id)
}
