import { withoutInvisible } from '../../../form-model/visible-text.ts'

/** Rows of hiragana that a following う lengthens; romaji and readings include the length mark or omit it. */
const lengthened = /([うくすつぬふむゆるぐずづぶぷおこそとのほもよろごぞどぼぽ])う/g
const smallKana = 'ぁぃぅぇぉっゃゅょゎ'
const largeKana = 'あいうえおつやゆよわ'

/** A query as it is kept in the address. */
export function tidyQuery(query: string): string {
  return withoutInvisible(query).trim()
}

/**
 * The form in which texts are compared, because users do not type a name as an office writes it. It ignores width,
 * case, the kind of kana, its size and length, spaces, punctuation and how こども is written.
 */
export function searchKey(text: string): string {
  return withoutInvisible(text)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
    .replace(/[\s\p{P}\p{S}ー]/gu, '')
    .replace(/子(供|ども)/g, 'こども')
    .replace(/[ぁぃぅぇぉっゃゅょゎ]/g, (kana) => largeKana[smallKana.indexOf(kana)] ?? kana)
    .replace(lengthened, '$1')
}
