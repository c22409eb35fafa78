/** Facts that leave the service and come back: a compact JWS, HS256, by jose. @module */
import { jwtVerify, SignJWT } from 'jose';
import type { Clock, Seals } from '../app/ports/runtime.ts';

/** @param key at least 32 secret bytes, used for nothing else */
export const createSeals = (key: Uint8Array, clock: Clock): Seals => ({
  seal(purpose, facts, lifetimeS) {
    const nowS = Math.floor(clock.now().getTime() / 1000);
    return new SignJWT({ facts })
      .setProtectedHeader({ alg: 'HS256' })
      .setAudience(purpose)
      .setExpirationTime(nowS + lifetimeS)
      .sign(key);
  },
  async open(purpose, text) {
    try {
      const options = { algorithms: ['HS256'], audience: purpose, currentDate: clock.now(), requiredClaims: ['exp'] };
      const { payload } = await jwtVerify(text, key, options);
      return payload.facts as Readonly<Record<string, string>>;
    } catch {
      return null;
    }
  },
});
