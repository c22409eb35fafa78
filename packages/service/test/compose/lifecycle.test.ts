import { expect, test } from 'vitest';
import { createLifecycle } from '../../src/compose/lifecycle.ts';

const ORDER = ['server', 'database', 'cache', 'folder'] as const;

function lifecycle() {
  const closed: string[] = [];
  const told: string[] = [];
  const { own, closeAll } = createLifecycle(ORDER, (name) => void told.push(name));
  const open = (name: (typeof ORDER)[number], closing: () => void = () => {}): string =>
    own(name, `the ${name}`, async (resource) => {
      await Promise.resolve();
      closing();
      closed.push(resource);
    });
  return { open, closeAll, closed, told };
}

test('closing follows the stated order, whatever the order of opening, and passes over what is not open', async () => {
  const { open, closeAll, closed, told } = lifecycle();
  expect(open('database')).toBe('the database');
  open('folder');
  open('server');
  await closeAll();
  expect(closed).toEqual(['the server', 'the database', 'the folder']);
  expect(told).toEqual(['server', 'database', 'folder']);
});

test('everything is closed once, and may then be opened again', async () => {
  const { open, closeAll, closed } = lifecycle();
  open('folder');
  await Promise.all([closeAll(), closeAll()]);
  expect(closed).toEqual(['the folder']);
  open('folder');
  await closeAll();
  expect(closed).toEqual(['the folder', 'the folder']);
});

test('what fails to close keeps nothing else open, and the first failure is told', async () => {
  const { open, closeAll, closed } = lifecycle();
  const failing = (message: string) => (): void => {
    throw new Error(message);
  };
  open('folder');
  open('cache', failing('second'));
  open('database', failing('first'));
  open('server');
  await expect(closeAll()).rejects.toThrow('first');
  expect(closed).toEqual(['the server', 'the folder']);
});

test('one name is one resource', () => {
  const { open } = lifecycle();
  open('folder');
  expect(() => open('folder')).toThrow('folder is open already');
});
