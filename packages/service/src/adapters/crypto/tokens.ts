/** Access and refresh tokens: JWT, HS256, by jose; docs/spec/accounts.md#tokens. @module */
import { createHash } from 'node:crypto';
import { AppError } from '@assay/core/errors';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { Clock, Ids, TokenClaims, TokenIdentity, Tokens } from '../../app/ports/runtime/runtime.ts';

export interface TokenSettings {
  /** The first signs, all are accepted: for changing the secret without logging everyone out. */
  readonly secrets: readonly [Uint8Array, ...Uint8Array[]];
}

const ISSUER = 'assay';
const AUDIENCE = 'assay-api';
/** Clocks of two machines may differ by this much. */
const LEEWAY_S = 30;

/** Names a secret without telling anything of it. */
const keyId = (secret: Uint8Array): string =>
  createHash('sha256').update('kid:').update(secret).digest('hex').slice(0, 12);

const invalid = (cause?: unknown): AppError =>
  new AppError('INVALID_TOKEN', 'The token is not valid here. Log in again.', { cause });

function claimsOf(payload: JWTPayload, type: TokenClaims['type']): TokenClaims & Pick<TokenIdentity, 'tokenId'> {
  const { sub, sid, typ, tier, jti, scope } = payload;
  if (typ !== type || typeof sub !== 'string' || typeof sid !== 'string' || typeof tier !== 'string' || !jti)
    throw invalid();
  const claims = { userId: sub, sessionId: sid, type, tier, tokenId: jti };
  return typeof scope === 'string' ? { ...claims, scopes: scope.split(' ') } : claims;
}

export function createTokens({ secrets }: TokenSettings, clock: Clock, ids: Ids): Tokens {
  const keys = new Map(secrets.map((secret) => [keyId(secret), secret]));
  const signingId = keyId(secrets[0]);
  const keyFor = ({ kid }: { kid?: string }): Uint8Array => {
    const key = keys.get(kid ?? '');
    if (!key) throw invalid();
    return key;
  };
  return {
    issue(
      { userId, sessionId, type, tier, scopes },
      lifetimeS,
      identity = { tokenId: ids.uuid(), issuedAt: clock.now() },
    ) {
      const nowS = Math.floor(identity.issuedAt.getTime() / 1000);
      return new SignJWT({
        sid: sessionId,
        typ: type,
        tier,
        // RFC 9068, 2.2.3.
        ...(scopes ? { scope: scopes.join(' '), client_id: sessionId } : {}),
      })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: signingId })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(userId)
        .setJti(identity.tokenId)
        .setIssuedAt(nowS)
        .setNotBefore(nowS)
        .setExpirationTime(nowS + lifetimeS)
        .sign(secrets[0]);
    },
    async verify(token, type) {
      try {
        const { payload } = await jwtVerify(token, keyFor, {
          algorithms: ['HS256'],
          issuer: ISSUER,
          audience: AUDIENCE,
          clockTolerance: LEEWAY_S,
          currentDate: clock.now(),
          requiredClaims: ['exp', 'iat', 'nbf', 'jti', 'sub', 'sid', 'typ', 'tier'],
        });
        return claimsOf(payload, type);
      } catch (cause) {
        if (cause instanceof errors.JWTExpired)
          throw new AppError('TOKEN_EXPIRED', 'The token has expired. Refresh it or log in again.', { cause });
        throw cause instanceof AppError ? cause : invalid(cause);
      }
    },
  };
}
