import { expect, test } from 'vitest';
import { ActingOrganization } from '../../src/session/actingOrganization.ts';

function storageWith(kept: Record<string, string>) {
  const items = new Map(Object.entries(kept));
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

test('the choice is kept for the next visit, told once to whoever listens, and forgotten with null', () => {
  const storage = storageWith({});
  const acting = new ActingOrganization(storage);
  const heard: (string | null)[] = [];
  const end = acting.subscribe(() => heard.push(acting.id()));
  acting.choose('org-1');
  acting.choose('org-1');
  expect(new ActingOrganization(storage).id()).toBe('org-1');
  acting.choose(null);
  end();
  acting.choose('org-2');
  expect(heard).toEqual(['org-1', null]);
  expect([...storage.items.values()]).toEqual(['org-2']);
});
