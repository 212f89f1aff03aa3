import { useLayoutEffect } from 'react'

/** Changes the description that the document comes with, while the page is shown. React's `<meta>` would add a second one. */
export function useDescription(text: string): void {
  useLayoutEffect(() => {
    const meta = document.querySelector<HTMLMetaElement>('meta[name="description"]')
    if (meta === null) return undefined
    const own = meta.content
    meta.content = text
    return () => {
      meta.content = own
    }
  }, [text])
}
