import { escapeSegment, segmentsOf } from '../../form-model/pointer.ts'
import type { Language } from '../../src/lib/language.ts'
import { choicesOf } from '../edit/commands.ts'
import type { FormFiles } from '../edit/commands.ts'
import { allNodes, formTree } from '../edit/form-tree.ts'
import type { FormNode } from '../edit/form-tree.ts'
import { readable, readValue } from '../edit/json-text.ts'
import { labelsOf } from '../edit/node-labels.ts'
import { say } from '../source/messages.ts'

/**
 * Returns the place of a text in words, from its pointer in `texts.*.json`: the step and the question by their labels,
 * and the kind of text. Two texts can have the same words if two questions have the same label.
 */
export function textPlaceWords(files: FormFiles, language: Language): (pointer: string) => string {
  const tree = formTree(readValue(readable(files['form.json']), ''))
  const nodes = new Map(allNodes(tree).map((node) => [node.path, node]))
  const labels = labelsOf(readable(files['texts.ja.json']), tree)
  const japanese = (pointer: string) => {
    const text = readValue(readable(files['texts.ja.json']), pointer)
    return typeof text === 'string' ? text : ''
  }
  const trail = (path: string) => {
    const parts = path.split('/')
    return parts
      .map((part, index) => (part === '[]' ? '' : (labels.get(parts.slice(0, index + 1).join('/')) ?? part)))
      .filter((part) => part !== '')
      .join(' › ')
  }
  return (pointer) => {
    const [part = '', key = '', kind = '', value = ''] = segmentsOf(pointer)
    const of = (name: string, text: string) => say('place-of', language, { name, text })
    if (part === 'fee') return say('place-fee', language, { name: japanese(pointer) || key })
    if (kind === 'options') {
      const node = nodes.get(key)
      const isAnswer = node?.kind === 'yes-no' && (value === 'true' || value === 'false')
      const option = isAnswer ? (value === 'true' ? 'place-yes' : 'place-no') : 'place-option'
      return of(trail(key), say(option, language, optionValue(node, value)))
    }
    if (kind === 'errors') return of(trail(key), say('place-error', language, { value }))
    const [, words] = wholePlaces.find(([place]) => place === pointer) ?? []
    if (words !== undefined) return say(words, language)
    const known = kinds[part]?.[part === 'about' ? key : kind]
    if (known === undefined) return segmentsOf(pointer).join(' › ')
    const name = part === 'about' ? say('place-about', language) : trail(part === 'steps' ? escapeSegment(key) : key)
    return of(name, say(known, language))
  }

  function optionValue(node: FormNode | undefined, value: string) {
    const index = node ? choicesOf(files, node).findIndex((choice) => choice.value === value) : -1
    return { value: index < 0 ? value : index + 1 }
  }
}

const wholePlaces = [
  ['/title', 'place-form-title'],
  ['/description', 'place-form-description'],
] as const

const kinds: { [part: string]: { [kind: string]: string } } = {
  about: {
    who: 'place-who',
    needs: 'place-needs',
    minutes: 'place-minutes',
    next: 'place-next',
    ways: 'place-ways',
  },
  steps: { title: 'place-title', description: 'place-description' },
  fields: {
    label: 'place-label',
    help: 'place-help',
    picture: 'place-picture',
    table: 'place-table',
    example: 'place-example',
    unit: 'place-unit',
    item: 'place-item',
  },
}
