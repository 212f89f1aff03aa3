type Sender = { language: string; requestId: string; token: string | null | undefined }

/** Headers of every request to the API. */
export function requestHeaders({ language, requestId, token }: Sender): Record<string, string> {
  return {
    'Accept-Language': language,
    'X-Request-Id': requestId,
    ...(token && { Authorization: `Bearer ${token}` }),
  }
}
