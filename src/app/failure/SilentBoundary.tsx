import { Component, Suspense } from 'react'
import type { ReactNode } from 'react'

type Props = { children: ReactNode; fallback?: ReactNode }

/** A part the page can do without: while it loads or if it fails, the rest works on. */
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
