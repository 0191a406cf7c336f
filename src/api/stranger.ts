// The service marks the page it sends to a browser without a session, so that nobody asks what is known to be no.
const page = document.documentElement.dataset

/** Whether the browser is known to have no session, or is just giving it up. */
export const isStranger = (): boolean => page['visitor'] === 'new'

/** Holds for a stranger while `leave` runs, and after it unless it fails. */
export async function becomeStranger<Answer>(leave: () => Promise<Answer>): Promise<Answer> {
  page['visitor'] = 'new'
  try {
    return await leave()
  } catch (error) {
    delete page['visitor']
    throw error
  }
}

/** Ends being a stranger once `enter` has succeeded. */
export async function becomeKnown<Answer>(enter: Promise<Answer>): Promise<Answer> {
  const answer = await enter
  delete page['visitor']
  return answer
}
