import type { Locator } from '@playwright/test'

/** Sets the value of a control as a browser does that fills in a form without an event. */
export async function fillSilently(control: Locator, text: string): Promise<void> {
  await control.evaluate((element, value) => {
    // React records what is assigned to the control itself.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')?.set?.call(element, value)
  }, text)
}
