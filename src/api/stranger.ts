// The service marks the page it sends to a browser without a session, so that nobody asks what is known to be no.
// Beside a page, as in a test of this room, nothing is known.
let stranger = 'document' in globalThis && document.documentElement.dataset['visitor'] === 'new'

/** Whether the browser is known to have no session, or is just giving it up. */
export const isStranger = (): boolean => stranger

/** Holds for a stranger while `leave` runs, and after it unless it fails. */
export async function becomeStranger<Answer>(leave: () => Promise<Answer>): Promise<Answer> {
  stranger = true
  try {
    return await leave()
  } catch (error) {
    stranger = false
    throw error
  }
}

/** Ends being a stranger once `enter` has succeeded. */
export async function becomeKnown<Answer>(enter: Promise<Answer>): Promise<Answer> {
  const answer = await enter
  stranger = false
  return answer
}
