import { describe, expect, it } from 'vitest'
import { configTextIn, withConfig } from './inline-config.ts'

const html = '<script type="application/json" id="portal-config"></script><script>1</script>'

describe('the configuration in the document', () => {
  it('replaces the previous one, and cannot end its own element', () => {
    const first = withConfig(html, { stage: '</script><script>alert(1)</script> $&' })
    expect(first.match(/<\/script>/g)).toHaveLength(2)
    expect(withConfig(first, { stage: 'b' })).toBe(html.replace('></script>', '>{"stage":"b"}</script>'))
    expect(JSON.parse(configTextIn(first))).toEqual({ stage: '</script><script>alert(1)</script> $&' })
  })

  it('reads an empty configuration from a document that contains none', () => {
    expect([configTextIn(html), configTextIn('<title>another page</title>')]).toEqual(['', ''])
  })

  it('refuses to write the configuration into any other page', () => {
    expect(() => withConfig('<title>another page</title>', {})).toThrow('portal-config')
  })
})
