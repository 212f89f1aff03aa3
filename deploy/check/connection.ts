import { connect as connectPlain, isIP } from 'node:net'
import type { Socket } from 'node:net'
import { connect as connectSecurely, TLSSocket } from 'node:tls'
import type { PeerCertificate, SecureContextOptions } from 'node:tls'

/** The result of a connection to a server. */
export type Connection = {
  /** Node.js' error code for a problem of the connection or its certificate; null without a problem. */
  error: string | null
  certificate: Certificate | null
  /** What both sides have agreed on, e.g. `AES128-SHA (TLSv1.2)`; null without TLS. */
  suite?: string | null
}

type Certificate = { validFrom: number; validTo: number; names: string; issuer: string }

/** What a client offers; Node.js' own choice without it. */
export type TlsOffer = Pick<SecureContextOptions, 'minVersion' | 'maxVersion' | 'ciphers'>

export type Connect = (url: string, offer?: TlsOffer) => Promise<Connection>

/** Why a server cannot be used, and the fix. */
export type ConnectionProblem = { problem: string; fix: string }

/** How long a stage may take for a connection and for a response. */
export const timeoutMs = 15_000
const renewBeforeMs = 14 * 24 * 60 * 60 * 1000

/** Connects like a browser, but completes the connection even with an invalid certificate, in order to describe it. */
export function connectTo(url: string, offer: TlsOffer = {}): Promise<Connection> {
  const { protocol, hostname, port } = new URL(url)
  const isSecure = protocol === 'https:'
  const host = hostname.replaceAll(/[[\]]/g, '')
  const to = { host, port: Number(port === '' ? (isSecure ? 443 : 80) : port) }
  const name = isIP(host) === 0 ? { servername: host } : {}
  return new Promise((resolve) => {
    const socket: Socket = isSecure
      ? connectSecurely({ ...to, ...name, ...offer, rejectUnauthorized: false })
      : connectPlain(to)
    const end = (connection: Connection) => {
      socket.destroy()
      resolve(connection)
    }
    socket.setTimeout(timeoutMs, () => end({ error: 'ETIMEDOUT', certificate: null }))
    socket.on('error', (error: Error & { code?: string }) =>
      end({ error: error.code ?? error.message, certificate: null }),
    )
    socket.on(isSecure ? 'secureConnect' : 'connect', () =>
      end(socket instanceof TLSSocket ? described(socket) : { error: null, certificate: null }),
    )
  })
}

function described(socket: TLSSocket): Connection {
  // Node.js declares an Error, and sets its code.
  const error: unknown = socket.authorizationError
  const { name, version } = socket.getCipher()
  return {
    error: socket.authorized ? null : String(error),
    certificate: certificateOf(socket.getPeerCertificate()),
    suite: `${name} (${socket.getProtocol() ?? version})`,
  }
}

/** Everything that a server must refuse. Level 0 lets this client offer what its own rules forbid, too. */
const weakOffers: { offer: TlsOffer; why: string }[] = [
  {
    offer: { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' },
    why: 'is older than TLS 1.2',
  },
  {
    offer: { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2', ciphers: 'ALL:!kECDHE:!kDHE:!aNULL:@SECLEVEL=0' },
    why: 'has no forward secrecy: whoever gets the key of the certificate can read what was recorded before',
  },
  {
    offer: {
      minVersion: 'TLSv1.2',
      maxVersion: 'TLSv1.2',
      ciphers: 'kECDHE:kDHE:!AESGCM:!AESCCM:!ARIAGCM:!CHACHA20:!aNULL:@SECLEVEL=0',
    },
    why: 'has no authenticated encryption (AEAD)',
  },
]

/** Old protocols and suites that the server accepts; a connection that fails counts as a refusal. */
export async function weakTls(connect: Connect, url: string): Promise<ConnectionProblem[]> {
  const results = await Promise.all(
    weakOffers.map(async ({ offer, why }) => ({ why, suite: (await connect(url, offer)).suite ?? null })),
  )
  return results.flatMap(({ why, suite }) =>
    suite === null
      ? []
      : [
          {
            problem: `${new URL(url).host} accepts ${suite}, which ${why}`,
            fix: 'Allow TLS 1.2 and 1.3 with ECDHE and AEAD only (nginx: ssl_protocols and ssl_ciphers of `npm run headers`, also in the default server of the port).',
          },
        ],
  )
}

function certificateOf({ valid_from, valid_to, subject, subjectaltname, issuer }: PeerCertificate): Certificate {
  return {
    validFrom: Date.parse(valid_from),
    validTo: Date.parse(valid_to),
    names: subjectaltname?.replaceAll(/(?:DNS|IP Address):/g, '') ?? String(subject.CN),
    issuer: String(issuer.CN ?? issuer.O),
  }
}

/** Why a server that did not respond cannot be used. */
export function connectionProblem({ error, certificate }: Connection, url: string, now: number): ConnectionProblem {
  return certificateProblem({ error, certificate }, url, now) ?? failure(error, new URL(url))
}

/** The present or imminent problem of the certificate; null for a valid one. */
export function certificateProblem(
  { error, certificate }: Connection,
  url: string,
  now: number,
): ConnectionProblem | null {
  if (certificate === null) return null
  const { validFrom, validTo, names, issuer } = certificate
  const { hostname, host } = new URL(url)
  if (validTo <= now)
    return {
      problem: `the certificate of ${host} has expired on ${dateOf(validTo)}`,
      fix: 'Renew the certificate and reload the server.',
    }
  if (validFrom > now)
    return {
      problem: `the certificate of ${host} is not valid before ${dateOf(validFrom)}`,
      fix: 'Set the clock of this machine, or install a certificate that is valid now.',
    }
  if (error === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return {
      problem: `the certificate of ${host} is for ${names}`,
      fix: `Install a certificate for ${hostname}, or correct the host name.`,
    }
  if (error !== null)
    return {
      problem: `the certificate of ${host}, issued by "${issuer}", is not trusted (${error})`,
      fix: 'Install the whole chain of a public CA (fullchain.pem). For a CA of your own, set NODE_EXTRA_CA_CERTS to its file.',
    }
  if (validTo - now < renewBeforeMs)
    return {
      problem: `the certificate of ${host} expires on ${dateOf(validTo)}`,
      fix: 'Renew the certificate now, and find out why it was not renewed automatically.',
    }
  return null
}

const failures: { [code: string]: (url: URL) => ConnectionProblem } = {
  ENOTFOUND: ({ hostname }) => ({
    problem: `${hostname} has no address in DNS`,
    fix: 'Correct the host name, or add its DNS entry.',
  }),
  ECONNREFUSED: ({ host }) => ({
    problem: `nothing listens at ${host}`,
    fix: 'Start the server, and compare its port with the address.',
  }),
  EAI_AGAIN: ({ hostname }) => ({
    problem: `${hostname} has no address in DNS, or DNS does not respond`,
    fix: 'Correct the host name, or check the network of this machine.',
  }),
  ETIMEDOUT: ({ host }) => ({
    problem: `${host} does not respond within ${timeoutMs / 1000} s`,
    fix: 'Check the server and the firewall.',
  }),
}

function failure(error: string | null, url: URL): ConnectionProblem {
  const known = error === null ? undefined : failures[error]
  if (known !== undefined) return known(url)
  if (error?.startsWith('ERR_SSL_') === true || error === 'EPROTO')
    return {
      problem: `${url.host} does not offer TLS (${error})`,
      fix: 'Let the server listen with `ssl` on this port, or correct the port.',
    }
  return {
    problem: `${url.host} does not respond${error === null ? '' : ` (${error})`}`,
    fix: 'Check the server and its log: it closes the connection, or answers too late.',
  }
}

function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
