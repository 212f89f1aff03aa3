import { safeText } from '../../form-model/visible-text.ts'

const entities: { [name: string]: string } = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'", nbsp: ' ' }

/** A text without tags, Markdown and invisible characters, which the portal would show as they are typed. */
export function plainText(text: string): string {
  return safeText(text)
    .replaceAll(/&(#39|[a-z]+);/g, (whole, name: string) => entities[name] ?? whole)
    .replaceAll(/<(?:br|\/p|\/li|\/div|\/h[1-6])\b[^>]*>/gi, '\n')
    .replaceAll(/<\/?[a-z][^>]*>/gi, '')
    .replaceAll(/!?\[([^\]]*)\]\(([^)]*)\)/g, '$1 ($2)')
    .replaceAll(/\*\*([^*]+)\*\*/g, '$1')
    .replaceAll(/[ \t]*\n\s*/g, '\n')
    .replaceAll(/[ \t]{2,}/g, ' ')
    .trim()
}
