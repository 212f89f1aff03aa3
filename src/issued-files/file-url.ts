/**
 * The parsed address of a signed link if it is allowed, otherwise null; one without a host is the API's. Allowed are the
 * origins of the API and of the stage's files, without a user name, which could make another host look like them.
 */
export function allowedFileUrl(url: string, api: URL, fileOrigins: readonly string[]): URL | null {
  if (!URL.canParse(url, api)) return null
  const parsed = new URL(url, api)
  // The origin of a blob: address is that of the page.
  if (!/^https?:$/.test(parsed.protocol) || parsed.username !== '' || parsed.password !== '') return null
  return [api.origin, ...fileOrigins].includes(parsed.origin) ? parsed : null
}
