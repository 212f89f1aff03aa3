/** Response of the identity provider; `error` is the name of its error. */
export type IdentityAnswer = { error: string | null; message: string; body: Record<string, unknown> }
export type IdentityRequest = (action: string, body: object) => Promise<IdentityAnswer>

const timeoutMs = 15_000

/** Sends actions of Cognito's protocol. Rejects if there is no response. */
export function identityRequests(url: string): IdentityRequest {
  return async (action, body) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-amz-json-1.1',
        'X-Amz-Target': `AWSCognitoIdentityProviderService.${action}`,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await response.text()
    const answer = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>
    const message = typeof answer.message === 'string' ? answer.message : ''
    // AWS writes some names with a namespace in front.
    const error = response.ok ? null : String(answer.__type).replace(/^.*#/, '')
    return { error, message, body: answer }
  }
}
