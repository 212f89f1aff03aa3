import { useEffect } from 'react'

/**
 * Some browsers fill in a form without an `input` event, e.g. Chrome on iOS (https://github.com/facebook/react/issues/1159).
 * Each control with such a value gets the event before anything uses the value. React ignores the event of a value that
 * it knows.
 */
export function FilledValues() {
  useEffect(watchFilledValues, [])
  return null
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
type Filled = { control: Control; value: string }

/** A code is read when its form is submitted; an event would submit it. */
const controls =
  'input:not([type=checkbox], [type=radio], [type=file], [type=hidden], [autocomplete=one-time-code]), select, textarea'

/** Before these, the values must be known: they may be sent or saved. */
const uses = ['focusin', 'change', 'click', 'submit', 'visibilitychange', 'pagehide']

function watchFilledValues(): () => void {
  const watching = new AbortController()
  const { signal } = watching
  const known = new WeakMap<Control, string>()
  let isReporting = false
  let pending: Filled[] = []

  function filled(): Filled[] {
    const found: Filled[] = []
    for (const control of document.querySelectorAll<Control>(controls)) {
      const { value } = control
      if (value !== (known.get(control) ?? initialValue(control))) found.push({ control, value })
    }
    return found
  }

  function report(values: readonly Filled[]): void {
    isReporting = true
    for (const { control, value } of values) {
      known.set(control, value)
      // React has rendered its own value when it handled the event of another control.
      if (control.value !== value) assign(control, value)
      control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
    }
    isReporting = false
  }

  const onUse = () => {
    if (!isReporting) report(filled())
  }
  for (const type of uses) window.addEventListener(type, onUse, { capture: true, signal })
  // A typed text is rendered first: an event of another control in between would remove it.
  const beforeInput = ({ target }: Event) => {
    if (isReporting) return
    if (isControl(target)) known.set(target, target.value)
    pending = filled()
  }
  const afterInput = () => {
    if (!isReporting) report(pending)
  }
  window.addEventListener('input', beforeInput, { capture: true, signal })
  window.addEventListener('input', afterInput, { signal })
  // The page was there before the shell.
  report(filled())
  return () => watching.abort()
}

function isControl(target: EventTarget | null): target is Control {
  return target instanceof Element && target.matches(controls)
}

/** As React rendered it. A choice of a list is not in the document. */
function initialValue(control: Control): string {
  return control instanceof HTMLSelectElement ? '' : control.defaultValue
}

/** Without React, which records what is assigned to the control itself. */
function assign(control: Control, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value)
}
