const timeoutMs = 3000

/**
 * Why no server answers at the origin of this address, or null if one does, whatever it answers. The address itself
 * may be one of the states, which expect a body.
 */
export async function reasonForNoAnswer(address: string): Promise<string | null> {
  if (!URL.canParse(address)) return 'it is not an address'
  try {
    const response = await fetch(new URL(address).origin, {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await response.body?.cancel()
    return null
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return error.name === 'TimeoutError' ? `no response within ${timeoutMs / 1000} s` : reasonOf(error)
  }
}

/** Why a request has failed: `fetch` has the reason in the cause of its error. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
}
