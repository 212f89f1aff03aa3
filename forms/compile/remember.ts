/**
 * Returns the function with a cache: a result is computed again only if the JSON of the arguments differs. The preview
 * builds a form after every change, and most changes do not affect most of the schemas.
 *
 * @param most how many of the most recent results are kept
 */
export function remember<Args extends unknown[], Result>(
  most: number,
  compute: (...args: Args) => Result,
): (...args: Args) => Result {
  const known = new Map<string, Result>()
  return (...args) => {
    const key = JSON.stringify(args)
    const found = known.get(key)
    if (found !== undefined) return found
    const result = compute(...args)
    const [oldest] = known.keys()
    if (known.size >= most && oldest !== undefined) known.delete(oldest)
    known.set(key, result)
    return result
  }
}
