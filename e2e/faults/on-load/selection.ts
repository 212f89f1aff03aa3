/** The cells of `npm test`: one route for each fault. `npm run test:full` and `npm run matrix -- A` run all. */
export function isSelected(route: number, fault: number): boolean {
  return route === fault
}
