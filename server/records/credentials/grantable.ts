import type { CredentialKind, Grantable } from '#contract/access/credentials.ts'
import { all } from '#contract/all.ts'
import { type Ability, type Surface, abilities, staffAbilities } from '#contract/wire/endpoint.ts'
import type { Caller } from '#server/platform/access/caller-types.ts'

/** The abilities that an endpoint for credentials of that kind checks; any other one would have no effect. */
export const usefulAbilities: Record<CredentialKind, readonly Ability[]> = {
  token: abilitiesOn(['v1']),
  key: abilitiesOn(['x']),
}

/** Abilities of every key, whatever is granted to it. */
export const abilitiesOfKeys: readonly Ability[] = abilitiesOn(['b'])

/** Returns what the caller may grant: nobody can give more than they have. */
export function grantableBy({ abilities: own }: Pick<Caller, 'abilities'>): Grantable {
  const within = (useful: readonly Ability[]) => useful.filter((ability) => own.includes(ability))
  return { token: within(usefulAbilities.token), key: within(usefulAbilities.key) }
}

function abilitiesOn(surfaces: readonly Surface[]): Ability[] {
  const checked = new Set(
    all
      .filter(({ surface, access }) => surfaces.includes(surface) && access === 'any')
      .map(({ ability }) => ability),
  )
  return abilities.filter((ability) => checked.has(ability) && !staffAbilities.includes(ability))
}
