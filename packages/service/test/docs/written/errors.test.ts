import { ERROR_CODES, type ErrorCode } from '@assay/core/errors';
import { expect, test } from 'vitest';
import { HTTP_STATUS } from '../../../src/http/reply/errorTable.ts';

/** When a code is answered and what helps; total by type, so that a new code does not compile without a sentence. */
const MEANINGS: Readonly<Record<ErrorCode, string>> = {
  INVALID_CREDENTIALS: 'The e-mail address or the password is wrong. Both look the same, on purpose.',
  TOKEN_EXPIRED: 'The token is past its end. Refresh it, or log in again.',
  INVALID_API_KEY: 'The key is unknown, inactive, revoked or expired. Make another one.',
  QUOTA_EXCEEDED:
    'A quota of the organization is used up: `quota` names it, `limit`, `used` and `resets_at` (null: never by itself) say the rest. See [limits.md](limits.md).',
  ASSET_NOT_FOUND: 'There is no such asset, or it belongs to an organization that you are no member of.',
  FILE_TOO_LARGE: 'The picture has more bytes or pixels than `limit`.',
  INVALID_FILE_TYPE: 'The file is no JPEG, PNG, TIFF or WebP, is empty, cut off, or cannot be decoded.',
  PROCESSING_FAILED: 'The picture was accepted but could not be processed. The fault is ours; try again.',
  BLOCKCHAIN_ERROR: 'The ledger failed. Try again.',
  RATE_LIMITED: 'Too many requests, or too many wrong passwords. Wait for the seconds of `Retry-After`.',
  BAD_REQUEST: 'The request cannot be parsed: broken JSON, broken multipart, a malformed address.',
  AMBIGUOUS_CREDENTIALS: 'Access token and API key were sent and belong to different organizations. Send one.',
  UNAUTHENTICATED: 'A credential is needed and none was sent.',
  INVALID_TOKEN: 'The token is malformed, has a bad signature, is of another kind, or its session has ended.',
  TOKEN_REUSED: 'A rotated refresh token was used again. The whole session was ended; log in again.',
  FORBIDDEN: 'Your role may see this but not do it.',
  INSUFFICIENT_SCOPE: 'The API key lacks the scope that `required_scope` names.',
  EMAIL_NOT_VERIFIED: 'The operator demands a verified e-mail address for this.',
  NOT_FOUND: 'There is no such address. Missing things have codes of their own.',
  ORGANIZATION_NOT_FOUND: 'There is no such organization, or you are no member of it.',
  SESSION_NOT_FOUND: 'You have no such session.',
  API_KEY_NOT_FOUND: 'There is no such API key in your organization.',
  WEBHOOK_NOT_FOUND: 'There is no such webhook in your organization.',
  DELIVERY_NOT_FOUND: 'There is no such delivery of this webhook.',
  COMMITMENT_NOT_FOUND: 'There is no such commitment.',
  TRANSACTION_NOT_FOUND: 'The ledger knows no such transaction.',
  VERIFICATION_NOT_FOUND: 'There is no such verification, or somebody else made it.',
  DISPUTE_NOT_FOUND: 'Nobody has disputed this verification.',
  LOG_ENTRY_NOT_FOUND: 'The transparency log has signed no such entry, tile or checkpoint.',
  MANIFEST_NOT_FOUND: 'There is no such C2PA manifest, or it belongs to an organization that strangers do not see.',
  IMPORT_NOT_FOUND: 'There is no such import, or it belongs to an organization that you are no member of.',
  COPY_NOT_FOUND: 'There is no such copy of this asset.',
  LINK_NOT_FOUND: 'There is no such share link or signed link, or what it led to was deleted.',
  ARCHIVE_NOT_FOUND: 'There is no such archive, or the asset was not archived.',
  CONTENT_NOT_FOUND: 'Nothing public here has this content identifier.',
  MEMBER_NOT_FOUND: 'This user is no member of the organization.',
  INVITATION_NOT_FOUND: 'There is no such invitation.',
  PROVIDER_NOT_FOUND: 'No sign-in provider of this name is set up.',
  METHOD_NOT_ALLOWED: 'The address takes other methods; `Allow` lists them.',
  CONFLICT: 'The present state does not allow it.',
  EMAIL_ALREADY_EXISTS: 'An account with this e-mail address exists.',
  SLUG_ALREADY_EXISTS: 'Another organization has this slug.',
  MEMBER_ALREADY_EXISTS: 'The user is a member already.',
  LAST_OWNER: 'An organization needs an owner; make somebody else owner first.',
  ASSET_NOT_READY: 'The asset is not completed yet.',
  IDEMPOTENCY_IN_PROGRESS:
    'The first request with this `Idempotency-Key` is still at work. Wait for the seconds of `Retry-After` and send it again.',
  GONE: 'The link or invitation was used, revoked, or is past its end.',
  PRECONDITION_FAILED: '`If-Match` names another version. Read the thing again.',
  PAYLOAD_TOO_LARGE: 'A JSON body may have at most 1 MiB.',
  UNSUPPORTED_MEDIA_TYPE: 'The endpoint takes bodies of another type.',
  RANGE_NOT_SATISFIABLE: 'The file has no such bytes.',
  VALIDATION_ERROR: 'A field is missing or wrong; `errors` lists each with `field`, `location`, `code`, `message`.',
  WEBHOOK_URL_BLOCKED: 'The address is not https, is private, or carries a password.',
  IDEMPOTENCY_KEY_REUSED: 'This `Idempotency-Key` belongs to another request. Take a fresh one.',
  WEAK_PASSWORD: 'The password is too short, too common, or made of your name.',
  INTERNAL_ERROR: 'A fault of ours, logged under `request_id`. Try again.',
  NOT_IMPLEMENTED: 'The standard knows this request; this service does not offer it, and says what to do instead.',
  SERVICE_UNAVAILABLE: 'The service is busy, starting or ending. Wait for the seconds of `Retry-After`.',
};

/** docs/reference/errors.md, whole, from the tables that the service itself uses. */
function page(): string {
  const rows = ERROR_CODES.map((code) => `| ${code} | ${HTTP_STATUS[code]} | ${MEANINGS[code]} |`);
  return `# Errors

Every failure has this body; decide by \`error_code\`, show \`detail\`:

\`\`\`json
{
  "detail": "There is no such asset.",
  "error_code": "ASSET_NOT_FOUND",
  "timestamp": "2026-11-20T12:34:56.789Z",
  "request_id": "01930c5e-8a2f-7c31-9f0a-5b6c7d8e9f01"
}
\`\`\`

Some codes add members, which the table names. With \`Accept: application/problem+json\` the same members come as RFC
9457, beside \`type\`, \`title\`, \`status\` and \`instance\`.

- 401 always carries \`WWW-Authenticate\`; 405 \`Allow\`; 429 and 503 \`Retry-After\` (seconds).
- Of several faults the first of a [fixed order](../spec/api.md#order-of-checks) is told.
- What belongs to others is 404, as if it did not exist: [why](../spec/api.md#what-belongs-to-others). 403 means that you may
  see it but not do this.

| error_code | HTTP status | Meaning |
|---|---|---|
${rows.join('\n')}

This page is written from \`packages/core/src/errors.ts\` and \`packages/service/src/http/reply/errorTable.ts\` by
\`packages/service/test/docs/written/errors.test.ts\`.
`;
}

test('docs/reference/errors.md says what the tables say; `vitest run --update` of this file writes it anew', async () => {
  await expect(page()).toMatchFileSnapshot('../../../../../docs/reference/errors.md');
});
