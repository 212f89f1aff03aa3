import { uiOption } from '../../form-model/schema-walk.ts'
import { redrawnTypes } from '../../src/form-engine/attachments/picture-kind.ts'
import type { Field } from '../source/fields.ts'
import type { Problem } from '../source/finding.ts'
import type { Place } from '../source/bundle.ts'

/** Contradictions between the options of a field with attachments, such as its types and sizes. */
export function attachmentProblems(field: Field, ui: Place): Problem[] {
  return [...pictureProblems(field, ui), ...totalSizeProblems(field, ui)]
}

function pictureProblems(field: Field, { source, pointer }: Place): Problem[] {
  const accept = uiOption(field.ui, 'accept')
  if (!Array.isArray(accept) || accept.includes('image/jpeg')) return []
  const types = redrawnTypes.filter((type) => accept.includes(type))
  if (types.length === 0) return []
  return [{ rule: 'no-jpeg', source, pointer: `${pointer}/ui:options/accept`, params: { types: types.join(', ') } }]
}

function totalSizeProblems(field: Field, { source, pointer }: Place): Problem[] {
  const [total, one] = ['maxTotalSize', 'maxSize'].map((name) => uiOption(field.ui, name))
  const count = uiOption(field.ui, 'maxFiles') ?? field.merged.maxItems
  if (typeof total !== 'number') return []
  const isSmallerThanOne = typeof one === 'number' && total < one
  const isNeverReached = typeof one === 'number' && typeof count === 'number' && total >= one * count
  if (!isSmallerThanOne && !isNeverReached) return []
  const most = typeof count === 'number' ? one * count : Infinity
  return [
    {
      rule: 'total-size',
      source,
      pointer: `${pointer}/ui:options/maxTotalSize`,
      params: { total, one, most: Number.isFinite(most) ? most : '∞' },
    },
  ]
}
