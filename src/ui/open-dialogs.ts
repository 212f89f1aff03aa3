const opened: (() => void)[] = []

/** Registers an open dialog or menu that can be closed; returns the function that removes it. */
export function dialogOpened(close: () => void): () => void {
  opened.push(close)
  return () => void opened.splice(opened.indexOf(close), 1)
}

export function hasOpenDialog(): boolean {
  return opened.length > 0
}

/** Does what Escape does in the dialog or menu on top. */
export function closeTopDialog(): void {
  opened.at(-1)?.()
}
