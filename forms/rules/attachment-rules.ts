import { uiOption } from '../source/fields.ts'
import type { Field } from '../source/fields.ts'
import type { Problem } from '../source/finding.ts'
import type { Place } from '../source/bundle.ts'

/** Image types whose metadata cannot be removed byte by byte: the portal redraws them as JPEG before it sends them. */
const redrawn = ['image/heic', 'image/heif', 'image/tiff', 'image/gif', 'image/avif']

/** The options of a field with attachments: types and sizes that exclude each other. */
export function attachmentProblems(field: Field, ui: Place): Problem[] {
  return [...pictureProblems(field, ui), ...totalSizeProblems(field, ui)]
}

function pictureProblems(field: Field, { source, pointer }: Place): Problem[] {
  const accept = uiOption(field.ui, 'accept')
  if (!Array.isArray(accept) || accept.includes('image/jpeg')) return []
  const types = redrawn.filter((type) => accept.includes(type))
  if (types.length === 0) return []
  return [{ rule: 'no-jpeg', source, pointer: `${pointer}/ui:options/accept`, params: { types: types.join(', ') } }]
}

function totalSizeProblems(field: Field, { source, pointer }: Place): Problem[] {
  const [total, one, count] = ['maxTotalSize', 'maxSize', 'maxFiles'].map((name) => uiOption(field.ui, name))
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
