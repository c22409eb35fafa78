import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { mintSecret, secretText, signature, signedHeaders } from '../../../src/adapters/webhooks/signature.ts';

test('the example of the Standard Webhooks libraries has the signature that they print', () => {
  // The same in the tests of every language in the specification's repository, folder `libraries`.
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  expect(signature(secret, 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330, '{"test": 2432232314}')).toBe(
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  );
});

test('another implementation signs every message alike and verifies ours', () => {
  const keys = fc.uint8Array({ minLength: 24, maxLength: 64 });
  fc.assert(
    fc.property(fc.uuid(), fc.string({ unit: 'grapheme' }), keys, (id, text, key) => {
      const secret = secretText(key);
      const body = JSON.stringify({ text });
      const now = Math.floor(Date.now() / 1000);
      expect(signature(secret, id, now, body)).toBe(new Webhook(secret).sign(id, new Date(now * 1000), body));
      expect(new Webhook(secret).verify(body, signedHeaders([secret], id, now, body))).toEqual(JSON.parse(body));
    }),
  );
});

test('while rotating, a receiver with either secret verifies, one with neither does not', () => {
  const texts = [mintSecret(), mintSecret(), mintSecret()].map(secretText);
  const [present, previous, other] = texts as [string, string, string];
  const headers = signedHeaders([present, previous], 'id', Math.floor(Date.now() / 1000), '{}');
  for (const secret of [present, previous]) expect(new Webhook(secret).verify('{}', headers)).toEqual({});
  expect(() => new Webhook(other).verify('{}', headers)).toThrow('No matching signature');
});

test('a secret is 32 random bytes behind whsec_', () => {
  const text = secretText(mintSecret());
  expect(text).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(secretText(mintSecret())).not.toBe(text);
});
