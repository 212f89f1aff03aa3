import { useEffect, useRef } from 'react'
import type { ComponentProps } from 'react'
import { Notice } from '../../../ui/Notice.tsx'

type Props = Omit<ComponentProps<typeof Notice>, 'ref'> & {
  /** The focus moves here when the notice appears, and again whenever this changes. */
  about?: unknown
}

/** A notice that appears in answer to a press: the focus goes to what has to be read. */
export function FocusedNotice({ about, ...notice }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'center' })
  }, [about])
  return <Notice ref={box} {...notice} />
}
