import { execFileSync } from 'node:child_process'
import path from 'node:path'

export type CertificateFiles = { certificate: string; certificateKey: string }

/** A certificate that is its own CA, written to a folder. */
export function makeCertificate(
  openssl: string,
  folder: string,
  { days = 30, name = 'localhost', rsa = false }: { days?: number; name?: string; rsa?: boolean } = {},
): CertificateFiles {
  const at = (file: string) => path.join(folder, file)
  const run = (...args: string[]) => execFileSync(openssl, args, { stdio: 'ignore' })
  const kind = rsa ? ['rsa:2048'] : ['ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
  const key = ['-newkey', ...kind, '-nodes', '-keyout', at('key.pem')]
  const names = ['-addext', `subjectAltName=DNS:${name}${name === 'localhost' ? ',IP:127.0.0.1,IP:::1' : ''}`]
  // The subject is unique, because programs look up trusted certificates by their subject.
  const subject = `/O=${path.basename(folder)}/CN=${name}`
  run('req', '-new', ...key, '-subj', subject, ...names, '-out', at('request.pem'))
  // `openssl x509` also makes certificates that expire at once.
  const signed = ['-days', String(days), '-copy_extensions', 'copy', '-signkey', at('key.pem')]
  run('x509', '-req', '-in', at('request.pem'), ...signed, '-out', at('certificate.pem'))
  return { certificate: at('certificate.pem'), certificateKey: at('key.pem') }
}
