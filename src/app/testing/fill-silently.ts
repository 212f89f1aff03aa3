import { fireEvent } from '@testing-library/react'

/** Sets the value of a control as a browser does that fills in a form without an event. */
export function fillSilently(control: HTMLElement, value: string): void {
  // React records what is assigned to the control itself.
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value') ?? {}
  if (set === undefined) throw new Error(`<${control.localName}> has no value`)
  set.call(control, value)
}

/** Sets the value as a script of an extension does, e.g. of a password manager. */
export function assignAndAnnounce(control: HTMLElement, value: string): void {
  Object.assign(control, { value })
  fireEvent(control, new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}
