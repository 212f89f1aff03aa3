// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { codeOf } from './CodeField.tsx'

it.each(['123456', '１２３４５６', '123 456', '123−456', '１２３　４５６'])(
  'codeOf reads %s as six digits',
  (typed) => {
    const form = document.createElement('form')
    const input = document.createElement('input')
    input.name = 'code'
    input.value = typed
    form.append(input)
    expect(codeOf(form)).toBe('123456')
  },
)
