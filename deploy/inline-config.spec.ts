import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { withConfig } from './inline-config.ts'

const html = '<script type="application/json" id="portal-config"></script><script>1</script>'

describe('the configuration in the document', () => {
  it('replaces the previous one, and cannot end its own element', () => {
    const first = withConfig(html, { stage: '</script><script>alert(1)</script> $&' })
    expect(first.match(/<\/script>/g)).toHaveLength(2)
    expect(withConfig(first, { stage: 'b' })).toBe(html.replace('></script>', '>{"stage":"b"}</script>'))
    const [, content = ''] = /"portal-config">(.*?)<\/script>/.exec(first) ?? []
    expect(JSON.parse(content)).toEqual({ stage: '</script><script>alert(1)</script> $&' })
  })

  it('is written into a site with its compressed copies, and refused for any other page', () => {
    const site = mkdtempSync(path.join(tmpdir(), 'site-'))
    const [page, config] = [path.join(site, 'index.html'), path.join(site, '..', `${path.basename(site)}.json`)]
    writeFileSync(config, '{"stage":"a"}')
    const run = () =>
      execFileSync(process.execPath, [path.join(import.meta.dirname, 'inline-config.ts'), site, config], {
        stdio: 'pipe',
      })
    writeFileSync(page, '<title>another page</title>')
    expect(run).toThrow('portal-config')
    writeFileSync(page, html)
    run()
    expect(readFileSync(page, 'utf8')).toContain('{"stage":"a"}')
    expect(brotliDecompressSync(readFileSync(`${page}.br`)).toString()).toBe(readFileSync(page, 'utf8'))
  })
})
