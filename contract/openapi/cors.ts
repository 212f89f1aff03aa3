/**
 * What an API on another origin must allow (CORS). The sandbox sends this list, `npm run deploy:check` checks a stage
 * against it, and docs/deploying.md contains it.
 */
export const cors = {
  methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  requestHeaders: ['Authorization', 'Content-Type', 'Accept-Language', 'Idempotency-Key', 'If-Match', 'X-Request-Id'],
  /** Response headers that scripts may read. */
  exposedHeaders: ['Date', 'Retry-After', 'ETag', 'Location', 'Content-Disposition', 'X-Request-Id'],
} as const
