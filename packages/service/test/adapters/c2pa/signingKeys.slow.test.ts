import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeDevelopmentChain } from '../../../src/adapters/c2pa/developmentChain.ts';
import { credentialsWith, FACTS, pictureIn } from './credentialFiles.ts';

test('keys of every kind that C2PA allows sign, with signatures of the reserved length', async () => {
  const pairs = [
    generateKeyPairSync('ec', { namedCurve: 'prime256v1' }),
    generateKeyPairSync('ec', { namedCurve: 'secp384r1' }),
    generateKeyPairSync('ec', { namedCurve: 'secp521r1' }),
    generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ];
  const bytes = await pictureIn('jpeg');
  const algorithms: unknown[] = [];
  for (const keys of pairs) {
    const own = credentialsWith({ signer: makeDevelopmentChain(new Date(), keys) });
    const reading = await own.read((await own.sign({ bytes, parent: bytes, facts: FACTS })).bytes);
    algorithms.push([reading.state, reading.signer?.algorithm]);
    await own.close();
  }
  expect(algorithms).toEqual([
    ['valid', 'Es256'],
    ['valid', 'Es384'],
    ['valid', 'Es512'],
    ['valid', 'Ps256'],
  ]);
});
