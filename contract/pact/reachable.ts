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
    if (error.name === 'TimeoutError') return `no response within ${timeoutMs / 1000} s`
    const { cause } = error
    if (!(cause instanceof Error)) return error.message
    return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
  }
}
