/** Keys by Playwright's names, as https://www.w3.org/TR/webdriver2/#keyboard-actions writes them. */
const codes: { [name: string]: string } = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  ControlOrMeta: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  Space: ' ',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
}

function pressed(name: string): string {
  const code = codes[name] ?? name
  if ([...code].length !== 1) throw new Error(`The driver has no key ${name}`)
  return code
}

/** A combination such as `Shift+Tab` as actions of a keyboard. */
export function combination(keys: string): object[] {
  const values = keys.split(/\+(?=.)/).map(pressed)
  return [
    ...values.map((value) => ({ type: 'keyDown', value })),
    ...values.toReversed().map((value) => ({ type: 'keyUp', value })),
  ]
}
