import { uiOption } from '../../../form-model/schema-walk.ts'
import type { ArrayFieldItemTemplateProps, ArrayFieldTemplateProps } from '@rjsf/utils'
import { createContext, use, useLayoutEffect, useMemo, useRef } from 'react'
import type { MouseEvent } from 'react'
import { FieldContext, useEngine, useField } from '../field/field-context.ts'
import { Button } from '../../ui/Button.tsx'
import { FieldShell } from '../../ui/fields/FieldShell.tsx'
import css from './groups.module.css'
import { FramedContext } from './ObjectTemplate.tsx'

type ListValue = {
  /** Singular name of an entry. */
  item: string
  /** Element that receives the focus after the list has changed. */
  focusNext: (target: { entry: number; button?: 'up' | 'down' } | 'add') => void
  length: number
}

const ListContext = createContext<ListValue | null>(null)

/**
 * A list of entries. Adding, removing and moving announces the change and moves the focus to the next entry to work on.
 */
export function ArrayTemplate({ items, canAdd, onAddClick, readonly, disabled }: ArrayFieldTemplateProps) {
  const field = useField()
  const { engine, t } = useEngine()
  const box = useRef<HTMLDivElement>(null)
  const target = useRef<Parameters<ListValue['focusNext']>[0] | null>(null)
  const isTable = uiOption(field.description.ui, 'layout') === 'table'
  const item = field.description.text?.item ?? t('list.item')
  const list = useMemo<ListValue>(
    () => ({ item, focusNext: (next) => (target.current = next), length: items.length }),
    [item, items.length],
  )

  useLayoutEffect(() => {
    const next = target.current
    if (next === null || !box.current) return
    if (next === 'add') {
      target.current = null
      ;(box.current.querySelector<HTMLElement>(':scope > [data-add]') ?? document.getElementById(field.id))?.focus()
      return
    }
    const entry = box.current.querySelectorAll<HTMLElement>(':scope > ol > li > fieldset')[next.entry]
    if (!entry) return
    target.current = null
    const button = next.button && entry.querySelector<HTMLElement>(`:scope > div > [data-move="${next.button}"]`)
    const control = entry.querySelector<HTMLElement>('input:not([type=hidden]), select, textarea')
    ;(button || control || entry).focus()
  })

  return (
    <FieldShell id={field.id} label={field.label} required={field.required} help={field.help} error={field.error} group>
      <div ref={box}>
        <ListContext value={list}>
          {items.length === 0 ? (
            <p className={css.empty}>{t('list.empty')}</p>
          ) : (
            <ol className={css.list} data-layout={isTable ? 'table' : undefined}>
              {items}
            </ol>
          )}
        </ListContext>
        {canAdd && !readonly && !disabled && (
          <Button
            variant="secondary"
            data-add
            onClick={(event) => {
              list.focusNext({ entry: items.length })
              onAddClick(event)
              engine.announce(t('list.added', { item, number: items.length + 1 }))
            }}
          >
            {t('list.add', { item })}
          </Button>
        )}
      </div>
    </FieldShell>
  )
}

/** One entry of a list, with buttons that name it. */
export function ArrayItemTemplate({ children, index, schema, buttonsProps }: ArrayFieldItemTemplateProps) {
  const { engine, t } = useEngine()
  const list = use(ListContext)
  const parent = use(FieldContext)
  if (list === null || parent === null) throw new Error('An entry is outside its list')
  const { item, focusNext, length } = list
  const number = index + 1
  const { hasMoveUp, hasMoveDown, hasRemove, readonly, disabled } = buttonsProps
  const editable = !readonly && !disabled
  const place = engine.pointerOf([...buttonsProps.fieldPathId.path])
  const label = t('list.entry', { item, number })
  const framed = useMemo(() => ({ pointer: place, label }), [place, label])
  const move = (event: MouseEvent<HTMLButtonElement>, to: number, button: 'up' | 'down') => {
    const atEnd = to === (button === 'up' ? 0 : length - 1)
    const other = button === 'up' ? 'down' : 'up'
    focusNext({ entry: to, button: atEnd ? other : button })
    engine.swapEntries(parent.pointer, index, to)
    if (button === 'up') buttonsProps.onMoveUpItem(event)
    else buttonsProps.onMoveDownItem(event)
    engine.announce(t('list.moved', { item, number: to + 1 }))
  }
  return (
    <li>
      <fieldset
        className={css.entry}
        // The control of a plain entry has the id of the field itself.
        id={schema.type === 'object' ? engine.idOf(place) : undefined}
        tabIndex={-1}
      >
        <legend>{label}</legend>
        <FramedContext value={framed}>{children}</FramedContext>
        {editable && (hasMoveUp || hasMoveDown || hasRemove) && (
          <div className={css.buttons}>
            {hasMoveUp && (
              <Button
                variant="text"
                data-move="up"
                aria-label={t('list.moveUp', { item, number })}
                onClick={(event) => move(event, index - 1, 'up')}
              >
                {t('list.up')}
              </Button>
            )}
            {hasMoveDown && (
              <Button
                variant="text"
                data-move="down"
                aria-label={t('list.moveDown', { item, number })}
                onClick={(event) => move(event, index + 1, 'down')}
              >
                {t('list.down')}
              </Button>
            )}
            {hasRemove && (
              <Button
                variant="text"
                aria-label={t('list.remove', { item, number })}
                onClick={(event) => {
                  focusNext(length === 1 ? 'add' : { entry: Math.max(index - 1, 0) })
                  engine.removeEntry(parent.pointer, index)
                  buttonsProps.onRemoveItem(event)
                  engine.announce(t('list.removed', { item, number, left: length - 1 }))
                }}
              >
                {t('list.delete')}
              </Button>
            )}
          </div>
        )}
      </fieldset>
    </li>
  )
}
