/** Where an entry of the history was left: the scroll position, and the link that was followed from there. */
type Left = { path: string; top: number; href: string | null }

const left = new Map<string, Left>()

export function recordPosition(key: string, path: string, change: Partial<Left>): void {
  left.set(key, { top: 0, href: null, ...left.get(key), ...change, path })
}

/** The top, without a link, of a page that was never left. */
export function positionOf(key: string): Pick<Left, 'top' | 'href'> {
  return left.get(key) ?? { top: 0, href: null }
}

/** Forgets the positions of a page whose former content no longer exists: Back shows its top. */
export function forgetPositions(path: string): void {
  for (const [key, page] of left) if (page.path === path) left.delete(key)
}
