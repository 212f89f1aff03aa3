import { useEffect, useState } from 'react'
import { Button } from './Button.tsx'
import { useUiTexts } from './ui-texts.ts'

const confirmationMs = 3_000

/**
 * Copies a value and confirms it in its label. Absent if the browser has no clipboard; if it refuses to copy, the
 * button is replaced by what to do instead.
 */
export function CopyButton({ value, label }: { value: string; label?: string }) {
  const texts = useUiTexts()
  const [result, setResult] = useState<'copied' | 'refused' | null>(null)
  useEffect(() => {
    if (result !== 'copied') return
    const timer = setTimeout(() => setResult(null), confirmationMs)
    return () => clearTimeout(timer)
  }, [result])
  if (!('clipboard' in navigator)) return null
  if (result === 'refused')
    return (
      <span tabIndex={-1} ref={takeFocus}>
        {texts.notCopied}
      </span>
    )
  return (
    <Button
      variant="text"
      aria-label={result === 'copied' ? undefined : label}
      onClick={() => {
        navigator.clipboard.writeText(value).then(
          () => setResult('copied'),
          () => setResult('refused'),
        )
      }}
    >
      <span aria-live="polite">{result === 'copied' ? texts.copied : texts.copy}</span>
    </Button>
  )
}

/** The button, which had the focus, is gone. */
function takeFocus(element: HTMLElement | null) {
  element?.focus()
}
