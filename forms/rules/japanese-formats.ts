export type JapaneseFormat = {
  what: string
  format: 'jp-postal-code' | 'jp-phone' | 'jp-kana' | 'jp-corporate-number'
  name: RegExp
  label: RegExp
  samples: string[]
}

const japaneseFormats: JapaneseFormat[] = [
  {
    what: '郵便番号',
    format: 'jp-postal-code',
    name: /^(?:postal|zip|post)_?code$|郵便/i,
    label: /郵便番号/,
    samples: ['1000001', '100-0001'],
  },
  {
    what: '電話番号',
    format: 'jp-phone',
    name: /^(?:.*_)?(?:phone|tel|mobile|fax)(?:_?number)?$|電話/i,
    label: /電話番号|携帯番号/,
    samples: ['0312345678', '09012345678', '03-1234-5678', '090-1234-5678'],
  },
  {
    what: 'フリガナ',
    format: 'jp-kana',
    name: /kana$|furigana|フリガナ|カナ$/i,
    label: /フリガナ|カナ|ふりがな/,
    samples: ['ヤマダ', 'ﾔﾏﾀﾞ', 'やまだ'],
  },
  {
    what: '法人番号',
    format: 'jp-corporate-number',
    name: /^(?:corporate|houjin|hojin)_?(?:number|bango)$|法人番号/i,
    label: /法人番号/,
    samples: ['7000012050002'],
  },
]

/** The format for a field, from its name or its Japanese label; `undefined` for most fields. */
export function japaneseFormatFor(fieldName: string, fieldLabel: string): JapaneseFormat | undefined {
  return japaneseFormats.find(({ name, label }) => name.test(fieldName) || label.test(fieldLabel))
}
