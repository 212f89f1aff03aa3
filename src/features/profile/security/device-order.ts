type Ordered = { current: boolean; lastUsedAt: Date | null }

/** This device first, then the latest used; one whose use is unknown comes last. */
export function devicesInOrder<Device extends Ordered>(devices: readonly Device[]): Device[] {
  return devices.toSorted(
    (a, b) => Number(b.current) - Number(a.current) || (b.lastUsedAt?.getTime() ?? 0) - (a.lastUsedAt?.getTime() ?? 0),
  )
}
