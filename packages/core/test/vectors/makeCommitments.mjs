// Known answers of commitments, without any code of ours: canonical JSON by hand, node:crypto for the rest.
// node packages/core/test/vectors/makeCommitments.mjs > packages/core/test/vectors/commitments.json
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
const seed = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60','hex'); // RFC 8032, 7.1, TEST 1
const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420','hex'), seed]);
const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
const pub = Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x, 'base64url');
const cases = [
 {"asset_id":"01980a5e-7c3b-7d2e-8f10-a1b2c3d4e5f6","cid":"bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy","content_hash":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08","created_at":"2026-11-20T12:00:00.000Z","fingerprint_hash":"60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752","metadata_hash":null,"organization_id":"01980a5e-0000-7000-8000-000000000001","salt":"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f","v":1,"watermark_hash":"fd61a03af4f77d870fc21e05e7e80678095c92d808cfb3b5c279ee04c74aca13","watermarked_content_hash":"a4e624d686e03ed2767c0abd85c14426b0b1157d2ce81d27bb4fe4f6f01d688a"},
 {"asset_id":"01980a5e-7c3b-7d2e-8f10-a1b2c3d4e5f7","cid":"bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zz","content_hash":"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad","created_at":"2026-11-20T12:00:00.001Z","fingerprint_hash":null,"metadata_hash":createHash('sha256').update('{"caption":"Hafen \u00fc","n":[1,2.5,1e+30]}').digest('hex'),"organization_id":"01980a5e-0000-7000-8000-000000000001","salt":"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff","v":1,"watermark_hash":null,"watermarked_content_hash":null},
];
const out = cases.map((facts) => {
  const payload = '{' + Object.keys(facts).sort().map((k) => JSON.stringify(k) + ':' + JSON.stringify(facts[k])).join(',') + '}';
  const hash = createHash('sha256').update(payload).digest('hex');
  const signature = sign(null, Buffer.from(payload), key);
  return { payload, commitment_hash: hash, signature: signature.toString('base64'), memo: `assay:c1:${hash}:${signature.toString('base64url')}` };
});
const made = {
  note: 'Made by packages/core/test/vectors/makeCommitments.mjs. The key is RFC 8032, 7.1, TEST 1.',
  seed: seed.toString('hex'),
  public_key: pub.toString('base64'),
  commitments: out,
  metadata: { value: { n: [1, 2.5, 1e30], caption: 'Hafen ü' }, metadata_hash: cases[1].metadata_hash },
};
process.stdout.write(`${JSON.stringify(made, null, 2)}\n`);
