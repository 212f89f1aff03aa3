/**
 * The content of `config.json`, which differs per stage: see `parseConfig`. Not fetched if the document contains it.
 */
export async function fetchConfig(): Promise<unknown> {
  const response = await fetch('/config.json')
  if (!response.ok) throw new Error(`config.json: ${response.status}`)
  return response.json()
}

/** A base without a slash at its end: appended paths have their own. */
export function withoutSlash(base: string): string {
  return base.replace(/\/$/, '')
}
