/** The cells of `npm test`: one fault for each route, so each fault has two routes or more. `npm run matrix -- A` runs all. */
export function isSelected(route: number, fault: number, faults: number): boolean {
  return route % faults === fault
}
