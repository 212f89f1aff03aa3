/**
 * The formats that a definition may name. Each is one regular expression, so that the browser and an API in any language
 * agree; `checks.ts` runs what a regular expression cannot decide (`computed`). All describe the stored form of a value
 * (half-width digits without separators, full-width katakana): the widgets convert the input, so its width never makes
 * it invalid.
 */
export type Format = {
  /** Source of a regular expression, compiled with the `u` flag, anchored. */
  pattern: string
  example: string
  computed?: 'real-date' | 'corporate-check-digit' | 'jis-level-2'
  /** The keyboard for typing it, as in HTML. */
  inputMode?: 'email' | 'numeric' | 'tel' | 'url'
}

const day = '(?:0[1-9]|[12][0-9]|3[01])'
const month = '(?:0[1-9]|1[0-2])'
const clock = '(?:[01][0-9]|2[0-3]):[0-5][0-9]'
const afterScheme = ':\\/\\/[A-Za-z0-9.\\-]{1,253}(?::[0-9]{1,5})?(?:[\\/?#][^\\s]{0,2000})?$'

export const formats = {
  /** Carrier addresses with `..` or a dot before `@` exist and are accepted. Authors set `maxLength` 256. */
  email: {
    pattern:
      "^[A-Za-z0-9.!#$%&'*+\\/=?^_`{|}~\\-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?\\.){1,8}[A-Za-z]{2,63}$",
    example: 'name@example.jp',
    inputMode: 'email',
  },
  date: { pattern: `^[0-9]{4}-${month}-${day}$`, example: '2026-04-01', computed: 'real-date' },
  month: { pattern: `^[0-9]{4}-${month}$`, example: '2026-04' },
  /** Local time without a zone, as a browser's time field returns it. */
  time: { pattern: `^${clock}(?::[0-5][0-9])?$`, example: '09:30' },
  /** RFC 3339 with a zone. */
  'date-time': {
    pattern: `^[0-9]{4}-${month}-${day}T${clock}(?::[0-5][0-9](?:\\.[0-9]{1,9})?)?(?:Z|[+\\-]${clock})$`,
    example: '2026-04-01T09:30:00+09:00',
    computed: 'real-date',
  },
  /** `https` only: links in answers are shown to officials. */
  uri: { pattern: `^https${afterScheme}`, example: 'https://www.example.jp/', inputMode: 'url' },
  /** Also sites without `https`. */
  'http-uri': { pattern: `^https?${afterScheme}`, example: 'http://www.example.jp/', inputMode: 'url' },
  'jp-postal-code': { pattern: '^[0-9]{7}$', example: '1000001', inputMode: 'numeric' },
  /** 10 digits; 11 for 050, 060, 070, 080, 090 and 0800. Area codes are not checked. */
  'jp-phone': {
    pattern: '^0(?:[1-9][1-9][0-9]{7}|[1-4]0[0-9]{7}|[5-9]0[0-9]{8})$',
    example: '09012345678',
    inputMode: 'tel',
  },
  /** Full-width katakana; spaces and ・ inside. */
  'jp-kana': { pattern: '^[゠-ヿ](?:[゠-ヿ 　]{0,198}[゠-ヿ])?$', example: 'ヤマダ' },
  'jp-corporate-number': {
    pattern: '^[1-9][0-9]{12}$',
    example: '7000012050002',
    computed: 'corporate-check-digit',
    inputMode: 'numeric',
  },
  /**
   * Characters of JIS X 0208; the table is in `jis-level-2.ts`, and the expression only excludes characters that can
   * never be in it.
   */
  'jis-level-2': {
    pattern: '^[\\t\\n\\r\\u0020-\\u007E\\u00A1-\\uFFEF]*$',
    example: '山田太郎',
    computed: 'jis-level-2',
  },
  /** Id of an uploaded file. */
  'attachment-id': { pattern: '^[A-Za-z0-9](?:[A-Za-z0-9_\\-]{0,62}[A-Za-z0-9])?$', example: 'AT-1001' },
} as const satisfies { [name: string]: Format }

export type FormatName = keyof typeof formats

export function isFormatName(name: unknown): name is FormatName {
  return typeof name === 'string' && Object.hasOwn(formats, name)
}

const compiled = new Map<FormatName, RegExp>()

export function formatRegExp(name: FormatName): RegExp {
  const known = compiled.get(name)
  if (known) return known
  const expression = new RegExp(formats[name].pattern, 'u')
  compiled.set(name, expression)
  return expression
}
