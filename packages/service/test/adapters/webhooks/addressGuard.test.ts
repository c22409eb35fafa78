import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { classifyAddress } from '../../../src/adapters/webhooks/addressClass.ts';
import { createAddressGuard } from '../../../src/adapters/webhooks/addressGuard.ts';

/** No socket is opened here: names are answered by this table, addresses are only judged. */
const PUBLIC = '198.41.0.4';
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'public.example': [PUBLIC, '2001:503:ba3e::2:30'],
  'private.example': ['10.1.2.3'],
  'mixed.example': [PUBLIC, '169.254.169.254'],
  'loop.example': ['127.0.0.1'],
  'mapped.example': ['::ffff:10.0.0.1'],
};
const asked: string[] = [];
const guardWith = (allowLoopback: boolean) =>
  createAddressGuard({
    allowLoopback,
    resolve: async (host) => {
      asked.push(host);
      return NAMES[host] ?? [];
    },
  });
const guard = guardWith(false);
const verdictOf = (url: string, by = guard): Promise<string> =>
  by.assertAllowed(url).then(
    () => 'allowed',
    (error: unknown) => (error as { code: string }).code,
  );

test('http to public addresses, only where the answer needs no TLS', async () => {
  const plain = createAddressGuard({
    allowLoopback: false,
    allowPlain: true,
    resolve: async (host) => NAMES[host] ?? [],
  });
  for (const url of ['http://public.example/tsr', 'http://public.example:3161/', 'https://public.example/'])
    expect(await verdictOf(url, plain), url).toBe('allowed');
  for (const url of [
    'http://private.example/',
    'http://127.0.0.1/',
    'http://public.example:25/',
    'ftp://public.example/',
  ])
    expect(await verdictOf(url, plain), url).toBe('WEBHOOK_URL_BLOCKED');
  expect(await verdictOf('http://public.example/tsr')).toBe('WEBHOOK_URL_BLOCKED');
});

describe('classifyAddress', () => {
  test.each([
    ['this network', ['0.0.0.0', '0.1.2.3']],
    ['private', ['10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.0.0', '192.168.255.255']],
    ['carrier NAT', ['100.64.0.0', '100.127.255.255']],
    ['link local and the metadata of clouds', ['169.254.0.1', '169.254.169.254', 'fe80::1', 'fd00:ec2::254']],
    ['documentation', ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1']],
    ['benchmarks', ['198.18.0.1', '198.19.255.255', '2001:2::1']],
    ['protocol assignments', ['192.0.0.1', '192.88.99.1', '2001::1', '2001:20::1']],
    ['multicast and beyond', ['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', 'ff02::1']],
    ['unspecified', ['::']],
    ['unique and site local', ['fc00::1', 'fdff::1', 'fec0::1']],
    ['IPv4 in IPv6', ['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::127.0.0.1', '2002:7f00:1::', '2001:0:4136:e378::1']],
    ['NAT64', ['64:ff9b::7f00:1', '64:ff9b::808:808', '64:ff9b:1::1']],
    ['discard, segment routing, not handed out', ['100::1', '5f00::1', '4000::1', 'e000::1']],
    ['nothing that is an address', ['', 'example.org', '1.2.3.4.5', '::1%eth0', '[::1]']],
  ])('%s is blocked', (_what, addresses) => {
    for (const address of addresses) expect(classifyAddress(address), address).toBe('blocked');
  });

  test('the public internet is public, the loopback has its own class', () => {
    for (const address of [PUBLIC, '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'])
      expect(classifyAddress(address), address).toBe('public');
    for (const address of ['127.0.0.1', '127.255.255.254', '::1']) expect(classifyAddress(address)).toBe('loopback');
  });

  test('no spelling of an IPv4 address inside an IPv6 one is ever public', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.constantFrom('::ffff:', '::', '64:ff9b::', '::ffff:0:'), (address, prefix) => {
        expect(classifyAddress(prefix + address)).not.toBe('public');
      }),
    );
  });
});

describe('createAddressGuard', () => {
  test('an https address that leads to public addresses passes, and these are the ones to dial', async () => {
    for (const url of [
      'https://public.example',
      'https://public.example:443/a?b#c',
      'https://public.example:1024/',
      'https://public.example:65535/',
      `https://${PUBLIC}/`,
      'HTTPS://PUBLIC.EXAMPLE/',
    ])
      expect(await verdictOf(url), url).toBe('allowed');
    expect((await guard.vet('https://public.example/')).addresses).toEqual([
      { address: PUBLIC, family: 4 },
      { address: '2001:503:ba3e::2:30', family: 6 },
    ]);
  });

  test.each([
    'http://public.example/',
    'ftp://public.example/',
    'file:///etc/passwd',
    'https://',
    'public.example',
    'https://user@public.example/',
    'https://user:word@public.example/',
    'https://:word@public.example/',
    'https://public.example:80/',
    'https://public.example:22/',
    'https://public.example:1023/',
    'https://public.example:0/',
    'https://unknown.example/',
    'https://private.example/',
    'https://mixed.example/',
    'https://loop.example/',
    'https://mapped.example/',
    'https://localhost/',
    'http://127.0.0.1:8080/',
  ])('%s is refused', async (url) => {
    expect(await verdictOf(url)).toBe('WEBHOOK_URL_BLOCKED');
  });

  test.each([
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '0x7f000001',
    '2130706433',
    '017700000001',
    '127.0.0.1.',
    '１２７.0.0.1',
    '0',
    '10.0.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[fd00::1]',
    '[fe80::1]',
    '256.256.256.256',
  ])('the literal %s is refused without a look-up', async (host) => {
    asked.length = 0;
    expect(await verdictOf(`https://${host}/`)).toBe('WEBHOOK_URL_BLOCKED');
    expect(asked).toEqual([]);
  });

  test('the name is looked up anew every time, so that what turned private is refused', async () => {
    const answers = [[PUBLIC], ['192.168.0.1']];
    const turning = createAddressGuard({ resolve: async () => answers.shift() ?? [], allowLoopback: false });
    expect(await verdictOf('https://turning.example/', turning)).toBe('allowed');
    expect(await verdictOf('https://turning.example/', turning)).toBe('WEBHOOK_URL_BLOCKED');
  });

  test('the switch lets loopback literals pass with http and any port, and opens nothing else', async () => {
    const open = guardWith(true);
    for (const url of ['http://127.0.0.1:80/', 'http://127.0.0.1:54321/', 'http://[::1]:81/', 'https://127.0.0.1:81/'])
      expect(await verdictOf(url, open), url).toBe('allowed');
    for (const url of [
      'http://10.0.0.1:8080/',
      'http://public.example/',
      'http://loop.example:8080/',
      'http://user@127.0.0.1:8080/',
      'http://[::ffff:127.0.0.1]:8080/',
      'ftp://127.0.0.1:8080/',
    ])
      expect(await verdictOf(url, open), url).toBe('WEBHOOK_URL_BLOCKED');
  });
});
