/** Rows of hiragana that a following う lengthens; romaji and readings write the length or leave it out. */
const lengthened = /([うくすつぬふむゆるぐずづぶぷおこそとのほもよろごぞどぼぽ])う/g
const smallKana = 'ぁぃぅぇぉっゃゅょゎ'
const largeKana = 'あいうえおつやゆよわ'

/**
 * The form in which texts are compared: users do not type a name the way an office writes it. Width, case, the kind of
 * kana, its size and length, spaces and punctuation make no difference.
 */
export function searchKey(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
    .replace(/[\s\p{P}\p{S}ー]/gu, '')
    .replace(/[ぁぃぅぇぉっゃゅょゎ]/g, (kana) => largeKana[smallKana.indexOf(kana)] ?? kana)
    .replace(lengthened, '$1')
}
