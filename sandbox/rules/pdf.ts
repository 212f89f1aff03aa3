/**
 * A one-page PDF with Japanese text. The font is one of the standard Japanese ones, not embedded: viewers have or
 * replace it, and the file stays at about a kilobyte.
 */
export function pdfOf(title: string, lines: readonly string[]): Uint8Array {
  const text = [`BT /F1 20 Tf 72 760 Td ${hex(title)} Tj ET`]
  lines.forEach((line, index) => text.push(`BT /F1 12 Tf 72 ${720 - index * 22} Td ${hex(line)} Tj ET`))
  const stream = text.join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (ja) >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type0 /BaseFont /KozGoPr6N-Medium /Encoding /UniJIS-UTF16-H /DescendantFonts [6 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /KozGoPr6N-Medium /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 6 >> /FontDescriptor 7 0 R /DW 1000 >>',
    '<< /Type /FontDescriptor /FontName /KozGoPr6N-Medium /Flags 4 /FontBBox [0 -120 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 740 /StemV 90 >>',
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const start = body.length
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`
  body += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return new TextEncoder().encode(body)
}

/** A string as UTF-16 in hexadecimal, as required by the encoding of the font. */
function hex(text: string): string {
  let digits = ''
  for (let index = 0; index < text.length; index += 1) digits += text.charCodeAt(index).toString(16).padStart(4, '0')
  return `<${digits}>`
}
