/** Signed state tokens: facts that leave the service and come back, as a compact JWS, HS256, by jose. @module */
import { jwtVerify, SignJWT } from 'jose';
import type { Clock, StateTokens } from '../../app/ports/runtime/runtime.ts';

/** @param key at least 32 secret bytes, used for nothing else */
export const createStateTokens = (key: Uint8Array, clock: Clock): StateTokens => ({
  sign(purpose, facts, lifetimeS) {
    const nowS = Math.floor(clock.now().getTime() / 1000);
    return new SignJWT({ facts })
      .setProtectedHeader({ alg: 'HS256' })
      .setAudience(purpose)
      .setExpirationTime(nowS + lifetimeS)
      .sign(key);
  },
  async verify(purpose, text) {
    try {
      const options = { algorithms: ['HS256'], audience: purpose, currentDate: clock.now(), requiredClaims: ['exp'] };
      const { payload } = await jwtVerify(text, key, options);
      return payload.facts as Readonly<Record<string, string>>;
    } catch {
      return null;
    }
  },
});
