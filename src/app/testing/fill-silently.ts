/** Sets the value of a control as a browser does that fills in a form without an event. */
export function fillSilently(control: HTMLElement, value: string): void {
  // React records what is assigned to the control itself.
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value') ?? {}
  if (set === undefined) throw new Error(`<${control.localName}> has no value`)
  set.call(control, value)
}
