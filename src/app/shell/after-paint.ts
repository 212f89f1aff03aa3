/** Longest wait, for pages that are not painted because they are in the background. */
const atMost = 200

/** Resolves once what is rendered now is on the screen, so that what is begun then does not hold it up. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, atMost)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      setTimeout(resolve)
    })
  })
}
