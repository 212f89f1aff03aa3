/** The cells of `npm test`: each route gets one fault and each fault one more route. `npm run matrix -- A` runs all. */
export function isSelected(route: number, fault: number, faults: number): boolean {
  return route % faults === fault || route === fault + faults + 2
}
