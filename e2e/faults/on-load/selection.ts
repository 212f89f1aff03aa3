/**
 * The cells of `npm test`: every route meets one fault, and every fault meets one more route. The others are walked by
 * `npm run matrix -- A`.
 */
export function isSelected(route: number, fault: number, faults: number): boolean {
  return route % faults === fault || route === fault + faults + 2
}
