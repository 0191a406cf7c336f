import type { ApiError } from '#api/errors.ts'
import { serviceWrites } from '#api/service-writes.ts'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'
import { pluralize } from '#lib/pluralize.ts'

/** Activates or deactivates services, with a way back for those that it changed. */
export function useSetActive() {
  // Both may end after the component is gone, so these can't be handlers of their calls.
  const undo = useSingleFlightMutation({
    ...serviceWrites.setActive(),
    onSuccess: (_, { is_active }) => void toast.success(is_active ? 'Active again' : 'Inactive again'),
    onError: showFailure,
  })
  return useSingleFlightMutation({
    ...serviceWrites.setActive(),
    onSuccess: (changed, { is_active }) => {
      const done = is_active ? 'activated' : 'deactivated'
      if (changed.length === 0) void toast.success(is_active ? 'Already active' : 'Already inactive')
      else
        void toast.success(`${pluralize(changed.length, 'service')} ${done}`, {
          undo: () => undo.mutate({ ids: changed, is_active: !is_active }),
        })
    },
    onError: showFailure,
  })
}

/** Says why a change without a form failed. */
export const showFailure = ({ kind, message }: ApiError): void =>
  void toast({
    id: 'services-failed',
    color: 'red',
    message: kind === 'changed' ? 'Some services were changed in the meantime. Nothing was undone.' : message,
  })
