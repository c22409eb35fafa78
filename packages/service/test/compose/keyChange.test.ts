import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { createOrganizationSigner } from '../../src/adapters/db/keys/organizationSigner.ts';
import { createRepositories } from '../../src/adapters/db/repositories.ts';
import { resealAtStart } from '../../src/compose/keyChange.ts';
import { manualClock } from '../fakes/manualClock.ts';
import { NOW, registerAccount } from '../support/fixtures.ts';
import { describeOnEachEngine } from '../support/testDatabase.ts';

const [OLD, NEW, OTHER] = ['the key of the first year', 'the key of the second year', 'the key of nobody'] as const;
const keyOf = (text: string): Uint8Array => new Uint8Array(createHash('sha256').update(text).digest());
const [ids, clock] = [{ uuid: () => randomUUID() }, manualClock(NOW)];

describeOnEachEngine('a start that names the key before', (database) => {
  let organizationId: string;
  const signerUnder = (key: string) =>
    createOrganizationSigner(database(), { ids, clock, keyEncryptionKey: keyOf(key) });
  const start = async (keyEncryptionKey: string, keyEncryptionKeyPrevious: string | null) => {
    const said: unknown[] = [];
    const config = { keyEncryptionKey, keyEncryptionKeyPrevious, dataDir: '/nowhere' };
    await resealAtStart(config, database(), keyOf(keyEncryptionKey), {
      info: (...told: unknown[]) => void said.push(told),
    });
    return said;
  };
  beforeAll(async () => {
    const repositories = createRepositories(database(), { ids, clock, keyEncryptionKey: keyOf(OLD) });
    ({ organizationId } = await registerAccount(repositories));
    await signerUnder(OLD).sign(organizationId, Buffer.from('signed before'));
  });

  test('without one nothing moves', async () => {
    expect(await start(NEW, null)).toEqual([]);
    await expect(signerUnder(NEW).sign(organizationId, Buffer.from('x'))).rejects.toThrow();
  });

  test('a wrong one changes nothing, and names the row', async () => {
    await expect(start(NEW, OTHER)).rejects.toThrow('opens neither under the present key encryption key');
    await expect(signerUnder(OLD).sign(organizationId, Buffer.from('x'))).resolves.toBeDefined();
  });

  test('the right one moves everything once; then the log says that it need not be named', async () => {
    expect(await start(NEW, OLD)).toEqual([[expect.objectContaining({ signingKeys: 1 }), expect.any(String)]]);
    await expect(signerUnder(NEW).sign(organizationId, Buffer.from('x'))).resolves.toBeDefined();
    expect(await start(NEW, OLD)).toEqual([[expect.stringContaining('need not be named')]]);
  });
});
