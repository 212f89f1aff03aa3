/**
 * The same function, which computes a result again only for arguments with other JSON. The preview builds a form after
 * every change, and most changes leave most schemas as they were.
 *
 * @param most number of results that are kept, the last ones
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
