import { useLayoutEffect } from 'react'

/**
 * Some browsers fill in a form without an `input` event, e.g. Chrome on iOS (https://github.com/facebook/react/issues/1159).
 * Each control with such a value gets the event before anything uses the value. React ignores the event of a value that
 * it knows.
 */
export function FilledValues() {
  // Before the page can be seen with the shell: what is filled in and sent at once must be known.
  useLayoutEffect(watchFilledValues, [])
  return null
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** A code is read when its form is submitted; an event would submit it. */
const controls =
  'input:not([type=checkbox], [type=radio], [type=file], [type=hidden], [autocomplete=one-time-code]), select, textarea'

/** Before these, the values must be known: they may be sent or saved. */
const uses = ['input', 'focusout', 'change', 'click', 'submit', 'visibilitychange', 'pagehide']

function watchFilledValues(): () => void {
  const watching = new AbortController()
  const { signal } = watching
  const known = new WeakMap<Control, string>()
  let isReporting = false

  function report({ type, target }: Pick<Event, 'type' | 'target'>): void {
    // A render while a box is clicked would undo the click. Its `change` follows.
    if (isReporting || (type === 'click' && isBox(target))) return
    isReporting = true
    for (const control of document.querySelectorAll<Control>(controls)) {
      const { value } = control
      if (value === (known.get(control) ?? initialValue(control))) continue
      known.set(control, value)
      if (type === 'input' && control === target) continue
      control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
    }
    isReporting = false
  }

  for (const type of uses) window.addEventListener(type, report, { capture: true, signal })
  // The page was there before the shell.
  report({ type: 'load', target: null })
  return () => watching.abort()
}

function isBox(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('[type=checkbox], [type=radio]')
}

/** As React rendered it. A choice of a list is not in the document. */
function initialValue(control: Control): string {
  return control instanceof HTMLSelectElement ? '' : control.defaultValue
}
