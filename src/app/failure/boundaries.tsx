import { Component, Suspense } from 'react'
import { fallbackTexts } from '../../i18n/texts.ts'
import { useDocumentTitle } from '../../ui/document-title.ts'
import styles from './boundaries.module.css'
import type { Content } from '../../ui/elements.ts'

type PageProps = {
  title: string
  body: string
  retry: string
  onRetry: () => void
  /** The page is inside the frame of the portal, which has the main landmark. */
  framed?: boolean
}

/** Uses nothing that could have failed: no provider, no component, no catalogue. */
export function FallbackPage({ title, body, retry, onRetry, framed = false }: PageProps) {
  const Landmark = framed ? 'div' : 'main'
  useDocumentTitle(title)
  return (
    <Landmark className={styles.page}>
      <h1>{title}</h1>
      <p>{body}</p>
      <button type="button" onClick={onRetry}>
        {retry}
      </button>
    </Landmark>
  )
}

/** The outermost boundary: shows a page with a retry instead of a blank one. */
export class RootBoundary extends Component<{ children: Content; framed?: boolean }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render() {
    const { children, framed = false } = this.props
    if (!this.state.failed) return children
    const { title, body, retry } = fallbackTexts()
    const again = () => window.location.reload()
    return <FallbackPage title={title} body={body} retry={retry} framed={framed} onRetry={again} />
  }
}

type Props = { children: Content; fallback?: Content }

/** Wraps an optional part of the page: renders nothing while the part loads or if it fails, and the rest works. */
export class SilentBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render() {
    const { children, fallback = null } = this.props
    return this.state.failed ? fallback : <Suspense fallback={fallback}>{children}</Suspense>
  }
}
