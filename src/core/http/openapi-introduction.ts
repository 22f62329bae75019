/** What clients need to know of all operations, in Markdown. */
export const INTRODUCTION = `
An HTTP/JSON API for the records of a recruitment and staffing firm, their searches and the automations that work on them.

**Authentication.** Each request has an API key, as \`Authorization: Bearer <key>\` or \`X-Api-Key: <key>\`, or an access token of the identity provider. A service without keys accepts requests from its own machine only, and needs none.

**Bodies.** Bodies are JSON in UTF-8. Values are never converted or truncated, and unknown fields are rejected. A PUT is a partial update: a field that is not sent keeps its value, and \`null\` clears it. Dates and times are ISO 8601; responses use UTC.

**Lists.** \`limit\` is the size of a page. The \`Link\` header with \`rel="next"\` has the address of the next page; a search is sent again with the same method and body. \`X-Total-Count\` of the first page is counted up to 1,000, with \`count=exact\` up to 10,000; beyond that, \`X-Total-Count-Capped\` is true. \`orderBy=surname,-createdDate\` sorts, and \`fields=id,surname\` picks what is returned.

**Optimistic locking.** The \`ETag\` of a record, sent as \`If-Match\` with a change, makes it a 412 if somebody else has changed the record since.

**Retries.** A POST with an \`Idempotency-Key\` is executed once: sent again within a day, it returns the stored response.

**Errors.** Errors are \`application/problem+json\` (RFC 9457). \`type\` is the path of a page that says what to do; \`errors\` lists each invalid member with a JSON pointer.

**Headers of any response.**

| Header | Meaning |
| --- | --- |
| \`X-Request-Id\` | The id of the request, as in the log and the audit. A request can bring its own. |
| \`RateLimit\`, \`RateLimit-Policy\` | Where requests per minute are limited: how many are left, and for how many seconds. Further ones are a 429 with \`Retry-After\`. |
| \`X-Recomputing\` | true for some time after an upgrade: figures may not be right yet, and searches may miss records. |
| \`Deprecation\`, \`Sunset\`, \`Link\` | Of an operation that will be removed: since when it is deprecated, when it ends, and what replaces it. |
`.trim();
