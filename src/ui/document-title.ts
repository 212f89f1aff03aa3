import { useLayoutEffect } from 'react'

/** Changes the title that the document comes with. React's `<title>` would add a second one. */
export function useDocumentTitle(title: string): void {
  useLayoutEffect(() => {
    document.title = title
  }, [title])
}
