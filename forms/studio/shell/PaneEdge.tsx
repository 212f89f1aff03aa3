import type { KeyboardEvent, PointerEvent } from 'react'
import css from '../Studio.module.css'

/** A narrower pane is closed: nothing in it could be read. */
const least = 160
const most = 800
const step = 20

type Props = {
  /** The side of the page at which the pane is. */
  side: 'start' | 'end'
  label: string
  width: number
  /** The width with which the pane opens again. */
  usual: number
  onWidth: (width: number) => void
}

/** The border of a pane: drag it, or use the arrow keys; Enter or a double click closes the pane and opens it again. */
export function PaneEdge({ side, label, width, usual, onWidth }: Props) {
  const resize = (wanted: number) => onWidth(wanted < least ? 0 : Math.min(wanted, most, window.innerWidth / 2))
  const toggle = () => onWidth(width === 0 ? usual : 0)
  const onMove = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    resize(side === 'start' ? event.clientX : window.innerWidth - event.clientX)
  }
  const onKey = (event: KeyboardEvent) => {
    const wider = side === 'start' ? 'ArrowRight' : 'ArrowLeft'
    const narrower = side === 'start' ? 'ArrowLeft' : 'ArrowRight'
    if (event.key === wider) resize(width === 0 ? least : width + step)
    else if (event.key === narrower) resize(width - step)
    else if (event.key === 'Enter') toggle()
    else return
    event.preventDefault()
  }
  return (
    // A separator that can be moved is a control: https://www.w3.org/WAI/ARIA/apg/patterns/windowsplitter/
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation="vertical"
      aria-valuenow={Math.round(width)}
      aria-valuemin={0}
      aria-valuemax={most}
      className={css.edge ?? ''}
      style={{ [side === 'start' ? 'insetInlineStart' : 'insetInlineEnd']: Math.max(0, width - 4) }}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onMove}
      onDoubleClick={toggle}
      onKeyDown={onKey}
    />
  )
}
