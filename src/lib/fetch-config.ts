/**
 * The content of `config.json`, which differs per stage: see `parseConfig`. Not fetched if the document contains it.
 */
export async function fetchConfig(): Promise<unknown> {
  const response = await fetch('/config.json')
  if (!response.ok) throw new Error(`config.json: ${response.status}`)
  return response.json()
}
