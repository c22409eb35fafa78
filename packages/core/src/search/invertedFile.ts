/**
 * An inverted file over local features: for every visual word the list of stored features that fell to it, each with its
 * picture and its signature. A query votes for pictures,
 *     score(p) = sum over query features q, stored features f of p in the same word with h = |sig_q - sig_f| <= H of
 *                idf(word)^2 (1 - (h / H)^2),      each q counting once a picture;      score(p) /= sqrt(features of p).
 * Pictures come and go one by one; ones that went are skipped and their places are swept up now and then.
 * Memory: 12 bytes a feature and a quarter more in reserve, so 100,000 pictures of 370 features take about 0.5 GiB.
 * Sources: Sivic, Zisserman 2003; Jegou, Douze, Schmid 2008 (Hamming embedding) and 2009 (burstiness: one vote a feature).
 * @module
 */
import { COMPACT_LENGTH, type CompactFeatures } from './compactFeatures.ts';
import type { IndexRecord } from './indexRecord.ts';
import { assignment, assignWords, signatureDistance, WORDS } from './visualWords.ts';

/** Words that a query feature looks into. */
const QUERY_WORDS = 3;
/** H: signatures of unrelated features differ in 32 bits with a deviation of 4, so 1 in 200 of them is this near. */
export const SIGNATURE_REACH = 22;

export interface Vote {
  readonly id: string;
  readonly score: number;
}

/** Lists grow by this fraction, so that a list is copied a few times only. */
const GROWTH = 1.5;

interface PostingList {
  count: number;
  pictures: Uint32Array;
  low: Uint32Array;
  high: Uint32Array;
}

export class InvertedFile {
  readonly #lists: (PostingList | undefined)[] = Array.from({ length: WORDS });
  /** By number of a picture; null once it went. */
  readonly #ids: (string | null)[] = [];
  readonly #groups: string[] = [];
  readonly #featureCounts: number[] = [];
  readonly #numbers = new Map<string, number>();
  #postings = 0;

  get size(): number {
    return this.#numbers.size;
  }

  /** Stored features, those of pictures that went included until they are swept up. */
  get postings(): number {
    return this.#postings;
  }

  /**
   * Adds a picture, or puts a new record in the place of its old one.
   * @param group whose picture it is: a search may be confined to some groups
   */
  add(id: string, group: string, { words, low, high }: IndexRecord): void {
    this.remove(id);
    const picture = this.#ids.push(id) - 1;
    this.#numbers.set(id, picture);
    this.#groups[picture] = group;
    this.#featureCounts[picture] = words.length;
    for (const [i, word] of words.entries()) this.#append(word, picture, low[i] as number, high[i] as number);
  }

  /** Removes a picture; one that is not there is no error. */
  remove(id: string): void {
    const picture = this.#numbers.get(id);
    if (picture === undefined) return;
    this.#numbers.delete(id);
    this.#ids[picture] = null;
    if (this.#ids.length > 2 * this.#numbers.size + 1000) this.#sweep();
  }

  /** The `count` pictures of `groups` (null: of all) with the most votes, most first; none with a score of 0. */
  search(query: CompactFeatures, count: number, groups: ReadonlySet<string> | null = null): Vote[] {
    const scores = this.#vote(query);
    const found: { readonly picture: number; readonly score: number }[] = [];
    for (const [picture, id] of this.#ids.entries()) {
      const score = (scores[picture] as number) / Math.sqrt(Math.max(1, this.#featureCounts[picture] as number));
      if (id === null || score <= (found.length < count ? 0 : (found.at(-1)?.score ?? 0))) continue;
      if (groups && !groups.has(this.#groups[picture] as string)) continue;
      const rank = found.findLastIndex((other) => other.score >= score) + 1;
      found.splice(rank, 0, { picture, score });
      if (found.length > count) found.pop();
    }
    return found.map(({ picture, score }) => ({ id: this.#ids[picture] as string, score }));
  }

  #vote(query: CompactFeatures): Float32Array {
    const scores = new Float32Array(this.#ids.length);
    // What the present query feature has given to each picture, and which query feature that was.
    const given = new Float32Array(this.#ids.length);
    const giver = new Int32Array(this.#ids.length).fill(-1);
    const nearest = assignment(QUERY_WORDS);
    for (let i = 0; i < query.count; i++) {
      assignWords(query.descriptors, i * COMPACT_LENGTH, nearest);
      for (let k = 0; k < QUERY_WORDS; k++) {
        const list = this.#lists[nearest.words[k] as number];
        if (!list) continue;
        const weight = Math.log(1 + this.#ids.length / (1 + list.count)) ** 2;
        voteList(list, nearest.low[k] as number, nearest.high[k] as number, weight, i, { scores, given, giver });
      }
    }
    return scores;
  }

  #append(word: number, picture: number, low: number, high: number): void {
    const list = (this.#lists[word] ??= emptyList());
    if (list.count === list.pictures.length) grow(list, Math.ceil(GROWTH * list.count) + 4);
    list.pictures[list.count] = picture;
    list.low[list.count] = low;
    list.high[list.count] = high;
    list.count++;
    this.#postings++;
  }

  /** Drops the features of pictures that went and numbers the others anew. */
  #sweep(): void {
    const renumbered = new Int32Array(this.#ids.length).fill(-1);
    let next = 0;
    for (const [picture, id] of this.#ids.entries()) {
      if (id === null) continue;
      renumbered[picture] = next;
      this.#ids[next] = id;
      this.#groups[next] = this.#groups[picture] as string;
      this.#featureCounts[next] = this.#featureCounts[picture] as number;
      this.#numbers.set(id, next++);
    }
    this.#ids.length = next;
    this.#groups.length = next;
    this.#featureCounts.length = next;
    this.#postings = 0;
    for (const list of this.#lists) if (list) this.#postings += keepRenumbered(list, renumbered);
  }
}

interface Tally {
  readonly scores: Float32Array;
  readonly given: Float32Array;
  readonly giver: Int32Array;
}

/** A feature's vote for a picture is the best of its meetings there, not their sum: repeated texture must not shout. */
function voteList(
  { count, pictures, low, high }: PostingList,
  queryLow: number,
  queryHigh: number,
  weight: number,
  feature: number,
  { scores, given, giver }: Tally,
): void {
  for (let n = 0; n < count; n++) {
    const distance = signatureDistance(low[n] as number, high[n] as number, queryLow, queryHigh);
    if (distance > SIGNATURE_REACH) continue;
    const picture = pictures[n] as number;
    const vote = weight * (1 - (distance / SIGNATURE_REACH) ** 2);
    const before = giver[picture] === feature ? (given[picture] as number) : 0;
    if (vote <= before) continue;
    giver[picture] = feature;
    given[picture] = vote;
    scores[picture] = (scores[picture] as number) + vote - before;
  }
}

function emptyList(): PostingList {
  return { count: 0, pictures: new Uint32Array(4), low: new Uint32Array(4), high: new Uint32Array(4) };
}

function grow(list: PostingList, length: number): void {
  const grown = (old: Uint32Array): Uint32Array => {
    const longer = new Uint32Array(length);
    longer.set(old);
    return longer;
  };
  list.pictures = grown(list.pictures);
  list.low = grown(list.low);
  list.high = grown(list.high);
}

/** @returns how many features are left */
function keepRenumbered(list: PostingList, renumbered: Int32Array): number {
  let kept = 0;
  for (let n = 0; n < list.count; n++) {
    const picture = renumbered[list.pictures[n] as number] as number;
    if (picture < 0) continue;
    list.pictures[kept] = picture;
    list.low[kept] = list.low[n] as number;
    list.high[kept] = list.high[n] as number;
    kept++;
  }
  list.count = kept;
  return kept;
}
