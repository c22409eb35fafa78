/** The models in the repository are whole, described and explained. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readModel, SHIPPED_MODELS } from '../../../src/adapters/models/modelFile.ts';

const names = fs
  .readdirSync(SHIPPED_MODELS)
  .filter((file) => file.endsWith('.onnx'))
  .map((file) => path.basename(file, '.onnx'));

const cards = fs
  .readdirSync(SHIPPED_MODELS)
  .filter((file) => file.endsWith('.md'))
  .map((file) => fs.readFileSync(path.join(SHIPPED_MODELS, file), 'utf8'));

describe('shipped models', () => {
  it('are there', () => {
    expect(names).toEqual(expect.arrayContaining(['track-c-decoder', 'track-c-encoder']));
  });

  it.each(names)('%s has the SHA-256 that its description and its card state', (name) => {
    const description = JSON.parse(fs.readFileSync(path.join(SHIPPED_MODELS, `${name}.json`), 'utf8'));
    expect(readModel(SHIPPED_MODELS, name).length).toBe(description.bytes);
    expect(description.file).toBe(`${name}.onnx`);
    expect(cards.filter((card) => card.includes(description.sha256))).toHaveLength(1);
  });
});
