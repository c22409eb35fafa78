// Checks a proof of a commitment, offline:  node examples/verifyProof.mjs PROOF.json [PICTURE] [LOG_KEY]
// PROOF.json is the answer of GET /v1/blockchain/verify/{tx_hash}; PICTURE a file that it shall speak of; LOG_KEY the
// verifier key of the log as you know it (without it, the one in the proof is taken). docs/spec/commitment.md
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

const [file, picture, knownLogKey] = process.argv.slice(2);
const answer = JSON.parse(readFileSync(file, 'utf8'));
const { payload, signature, public_key, transaction, inclusion } = answer.proof ?? answer;
const bytes = (base64) => Buffer.from(base64, 'base64');
const sha256 = (...parts) =>
  createHash('sha256')
    .update(Buffer.concat(parts.map((part) => Buffer.from(part))))
    .digest();
const signed = (
  key,
  message,
  mark, // raw Ed25519 keys, RFC 8032
) =>
  verify(
    null,
    message,
    createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key.toString('base64url') }, format: 'jwk' }),
    mark,
  );
const check = (name, holds) => {
  console.log(`${holds ? 'ok  ' : 'FAIL'} ${name}`);
  if (!holds) process.exitCode = 1;
};

const facts = JSON.parse(bytes(payload));
const hash = sha256(bytes(payload)).toString('hex');
check(
  `the organization's key signed the payload with hash ${hash}`,
  signed(bytes(public_key), bytes(payload), bytes(signature)),
);
if (picture)
  check(
    'the payload names this picture',
    [facts.content_hash, facts.watermarked_content_hash].includes(sha256(readFileSync(picture)).toString('hex')),
  );

if (transaction) {
  // one signature, then the message: version, three counts, keys (the first one pays), ...
  const [mark, message] = [bytes(transaction).subarray(1, 65), bytes(transaction).subarray(65)];
  const memo = `assay:c1:${hash}:${bytes(signature).toString('base64url')}`;
  check(
    'the transaction holds hash and signature, and its payer signed it',
    message.includes(memo) && signed(message.subarray(5, 37), message, mark),
  );
}

if (inclusion) {
  // C2SP signed-note and tlog-checkpoint, RFC 6962
  const [text, marks] = inclusion.checkpoint.split('\n\n');
  const [origin, size, root] = text.split('\n');
  const [name, , key] = (knownLogKey ?? inclusion.log_key).split(/\+(?=[0-9a-f]{8}\+)|(?<=\+[0-9a-f]{8})\+/);
  const line = marks.split('\n').find((one) => one.startsWith(`— ${name} `));
  check(
    `the log ${origin} signed its first ${size} entries`,
    name === origin && signed(bytes(key).subarray(1), Buffer.from(`${text}\n`), bytes(line.split(' ')[2]).subarray(4)),
  );
  let node = sha256([0], `{"commitment_hash":"${hash}","public_key":"${public_key}","signature":"${signature}","v":1}`);
  let [fn, sn] = [inclusion.index, Number(size) - 1]; // RFC 9162, 2.1.3.2
  for (const sibling of inclusion.hashes.map(bytes)) {
    node = fn % 2 || fn === sn ? sha256([1], sibling, node) : sha256([1], node, sibling);
    while (fn === sn && fn % 2 === 0 && fn > 0) [fn, sn] = [fn / 2, sn / 2];
    [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  }
  check(`entry ${inclusion.index} of them is this commitment`, sn === 0 && node.toString('base64') === root);
}
console.log(JSON.stringify(facts, null, 2));
