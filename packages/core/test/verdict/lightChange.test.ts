import { expect, test } from 'vitest';
import { decide } from '../../src/verdict/decide.ts';
import { candidate, evidence } from './madeEvidence.ts';

const judged = (
  changedColour: { luma: number; chroma: number; structure: number },
  backgroundChange = 1.5,
  hasChangedTone = false,
) =>
  decide(
    evidence({
      candidates: [
        candidate(
          {},
          {
            largestRegionFraction: 0.07,
            changeStrength: 3.2,
            backgroundChange,
            changedColour,
            tone: { lumaShift: 20, chromaShift: 5, changed: hasChangedTone },
          },
        ),
      ],
    }),
  ).ruleId;

test('light on a picture that was changed all over is doubtful, whatever its strength', () => {
  expect(judged({ luma: 43, chroma: 6, structure: 0.9 })).toBe('doubtful-change');
  expect(judged({ luma: 7, chroma: 1, structure: 0.82 })).toBe('doubtful-change');
  expect(judged({ luma: 7, chroma: 1, structure: 0.82 }, 1, true)).toBe('local-edit');
  expect(judged({ luma: 43, chroma: 6, structure: 0.9 }, 1, true)).toBe('doubtful-change');
  expect(judged({ luma: 43, chroma: 6, structure: 0.6 }, 1, true)).toBe('local-edit');
});

test('other content, another colour, a blur, and light where nothing else was done are edits', () => {
  expect(judged({ luma: 72, chroma: 10, structure: 0.13 })).toBe('local-edit');
  expect(judged({ luma: 9, chroma: 22, structure: 0.8 })).toBe('local-edit');
  expect(judged({ luma: 1, chroma: 0, structure: 0.6 })).toBe('local-edit');
  expect(judged({ luma: 43, chroma: 6, structure: 0.9 }, 1)).toBe('local-edit');
});

test('light of a colour of its own, below which everything goes on, is doubtful on any picture; paint is an edit', () => {
  expect(judged({ luma: 24, chroma: 22, structure: 0.9 }, 1)).toBe('doubtful-change');
  expect(judged({ luma: 12.6, chroma: 7.7, structure: 0.83 }, 1)).toBe('doubtful-change');
  expect(judged({ luma: 24, chroma: 22, structure: 0.8 }, 1)).toBe('local-edit');
  expect(judged({ luma: 24, chroma: 26, structure: 0.9 }, 1)).toBe('local-edit');
  expect(judged({ luma: 8, chroma: 7, structure: 0.9 }, 1)).toBe('local-edit');
});
