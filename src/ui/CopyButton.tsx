import { useEffect, useState } from 'react'
import { Button } from './Button.tsx'
import { useUiTexts } from './ui-texts.ts'

const confirmationMs = 3_000

/** Copies a value and confirms it in its label. Absent if the browser has no clipboard. */
export function CopyButton({ value, label }: { value: string; label?: string }) {
  const texts = useUiTexts()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), confirmationMs)
    return () => clearTimeout(timer)
  }, [copied])
  if (!('clipboard' in navigator)) return null
  return (
    <Button
      variant="text"
      aria-label={copied ? undefined : label}
      onClick={() => {
        navigator.clipboard.writeText(value).then(
          () => setCopied(true),
          () => setCopied(false),
        )
      }}
    >
      <span aria-live="polite">{copied ? texts.copied : texts.copy}</span>
    </Button>
  )
}
