/**
 * API keys and sessions against their model: random operations, alone and several at once, over HTTP on the real database.
 * Answers of operations at once must be those of some order of them (Herlihy and Wing, "Linearizability", 1990); how they
 * interleave is drawn too, as waits before each access to the database.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSession } from '../../src/app/accounts/openSession.ts';
import type { OpenDatabase } from '../../src/adapters/db/connection/open.ts';
import { type Account, PASSWORD } from '../fakes/testService.ts';
import { type DatabaseService, newAccount, startDatabaseService } from '../support/databaseService.ts';
import { withTestDatabase } from '../support/testDatabase.ts';
import { type AccessState, type Answer, type Operation, limitsAhead, NOTHING, statesAfter } from './accessModel.ts';

/** Fixed, so that a failure comes again. */
const SEED = 20261120;
const RUNS = 20;
const COMMANDS_MAX = 30;

interface Real {
  readonly service: DatabaseService;
  readonly person: Account;
  /** Turns of the event loop before each access to the database, over and over. */
  readonly turns: { delays: readonly number[] };
}

/** What may be true; more than one state only until the next use tells which. */
interface Model {
  states: AccessState[];
  now: number;
}

type Kind = Operation['do'];
/** An operation whose object is drawn as a number, since what there is shows only in the run. */
interface DrawnOperation {
  readonly kind: Kind;
  readonly which: number;
  readonly yes: boolean;
  readonly days: number | null;
}

const newest = <T>(all: readonly T[], which: number): T | undefined => all.at(-1 - (which % Math.max(all.length, 1)));

/** @returns null when there is nothing to do it to */
function operationOf(state: AccessState, { kind, which, yes, days }: DrawnOperation): Operation | null {
  if (kind === 'makeKey') return { do: kind, days };
  if (kind === 'logIn') return { do: kind };
  const kept = { refresh: state.refreshTokens, useToken: state.accessTokens, logOut: state.accessTokens };
  const things = kind in kept ? kept[kind as keyof typeof kept] : kind === 'endSession' ? state.sessions : state.keys;
  const name = newest(Object.keys(things), which);
  if (name === undefined) return null;
  if (kind === 'refresh') return { do: kind, token: name, rotate: yes };
  if (kind === 'useToken' || kind === 'logOut') return { do: kind, token: name };
  return kind === 'switchKey' ? { do: kind, id: name, on: yes } : { do: kind, id: name };
}

/** A session that no operation touches, for the management of the others. */
async function manager({ service: { ports }, person }: Real): Promise<Pick<Account, 'headers'>> {
  const user = (await ports.users.find(person.id))!;
  const { accessToken } = await openSession(ports, user, { ip: null, userAgent: null }, ports.ids.uuid());
  return { headers: { authorization: `Bearer ${accessToken}` } };
}

async function perform(real: Real, state: AccessState, operation: Operation): Promise<Answer> {
  const { ask } = real.service;
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  switch (operation.do) {
    case 'makeKey':
      return ask('POST', '/v1/api-keys/', await manager(real), { name: 'Key', expires_in_days: operation.days });
    case 'useKey':
      return ask('GET', '/v1/assets/', { key: state.keys[operation.id]!.secret });
    case 'rotateKey':
      return ask('POST', `/v1/api-keys/${operation.id}/rotate`, await manager(real));
    case 'revokeKey':
      return ask('DELETE', `/v1/api-keys/${operation.id}`, await manager(real));
    case 'switchKey':
      return ask('PATCH', `/v1/api-keys/${operation.id}`, await manager(real), { is_active: operation.on });
    case 'logIn':
      return ask('POST', '/v1/auth/login', null, { email: real.person.email, password: PASSWORD });
    case 'useToken':
      return ask('GET', '/v1/auth/me', bearer(operation.token));
    case 'refresh':
      return ask('POST', '/v1/auth/refresh', null, { refresh_token: operation.token, rotate: operation.rotate });
    case 'logOut':
      return ask('POST', '/v1/auth/logout', bearer(operation.token));
    case 'endSession':
      return ask('DELETE', `/v1/auth/sessions/${operation.id}`, await manager(real));
  }
}

/** At once if several; then the model must have an order for the answers. */
async function compare(model: Model, real: Real, operations: readonly Operation[]): Promise<void> {
  const [state] = model.states as [AccessState];
  const answers = await Promise.all(operations.map((operation) => perform(real, state, operation)));
  const done = operations.map((operation, index) => ({ operation, answer: answers[index]! }));
  const states = statesAfter(model.states, done, model.now);
  if (states.length === 0) throw new Error(`no order explains ${JSON.stringify({ now: model.now, done })}`);
  model.states = states;
}

/** Everything that was ever given out is used. */
async function useAll(model: Model, real: Real): Promise<void> {
  const { keys, accessTokens } = model.states[0]!;
  for (const id of Object.keys(keys)) await compare(model, real, [{ do: 'useKey', id }]);
  for (const token of Object.keys(accessTokens)) await compare(model, real, [{ do: 'useToken', token }]);
}

type Command = fc.AsyncCommand<Model, Real>;

const alone = (drawn: DrawnOperation): Command => ({
  check: ({ states }) => operationOf(states[0]!, drawn) !== null,
  run: (model, real) => compare(model, real, [operationOf(model.states[0]!, drawn)!]),
  toString: () => JSON.stringify(drawn),
});

/** On one thing, where they can get into each other's way; used by all that were given out after it. */
const atOnce = (allDrawn: readonly DrawnOperation[], delays: readonly number[]): Command => ({
  check: ({ states }) => allDrawn.some((drawn) => operationOf(states[0]!, drawn) !== null),
  async run(model, real) {
    real.turns.delays = delays;
    await compare(
      model,
      real,
      allDrawn.flatMap((drawn) => operationOf(model.states[0]!, drawn) ?? []),
    );
    real.turns.delays = [];
    await useAll(model, real);
  },
  toString: () => `at once ${JSON.stringify({ allDrawn, delays })}`,
});

/** Waits for the moment in which something ends, or for a second beside it, and tries it then. */
const tryAtLimit = (which: number, besideS: number): Command => ({
  check: ({ states, now }) => limitsAhead(states[0]!, now).length > 0,
  async run(model, real) {
    const limits = limitsAhead(model.states[0]!, model.now);
    const { at, operation } = limits[which % limits.length]!;
    const seconds = at + besideS - model.now;
    real.service.ports.clock.advance(seconds * 1000);
    model.now += seconds;
    await compare(model, real, [operation]);
  },
  toString: () => `at the limit ${which}, ${besideS} s beside it`,
});

const KEY_OPERATIONS = ['useKey', 'rotateKey', 'revokeKey', 'switchKey'] as const;
const SESSION_OPERATIONS = ['useToken', 'refresh', 'logOut', 'endSession'] as const;
const drawnOf = (kinds: readonly Kind[], which: fc.Arbitrary<number>): fc.Arbitrary<DrawnOperation> =>
  fc.record({
    kind: fc.constantFrom(...kinds),
    which,
    yes: fc.boolean(),
    days: fc.constantFrom(null, 1, 10),
  });

const rushOf = (kinds: readonly Kind[]): fc.Arbitrary<Command> =>
  fc
    .tuple(
      fc.nat(3).chain((which) => fc.array(drawnOf(kinds, fc.constant(which)), { minLength: 2, maxLength: 4 })),
      fc.array(fc.nat(6), { minLength: 1, maxLength: 12 }),
    )
    .map(([allDrawn, delays]) => atOnce(allDrawn, delays));

const commands = fc.commands(
  [
    drawnOf(['makeKey', 'logIn'], fc.constant(0)).map(alone),
    drawnOf(KEY_OPERATIONS, fc.nat(5)).map(alone),
    drawnOf(['refresh'], fc.nat(2)).map(alone),
    drawnOf(SESSION_OPERATIONS, fc.nat(5)).map(alone),
    rushOf(KEY_OPERATIONS),
    rushOf(['rotateKey']),
    rushOf(SESSION_OPERATIONS),
    rushOf(['refresh']),
    fc.tuple(fc.nat(3), fc.constantFrom(-1, 0, 1)).map(([which, besideS]) => tryAtLimit(which, besideS)),
  ],
  { maxCommands: COMMANDS_MAX, size: 'max' },
);

/** Waits before each access, as long as `turns` says. */
function unhurried(database: OpenDatabase, turns: Real['turns']): OpenDatabase {
  let accesses = 0;
  const pause = async () => {
    const { delays } = turns;
    const count = delays[accesses++ % Math.max(delays.length, 1)] ?? 0;
    for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  const { read, write } = database;
  return {
    ...database,
    read: async (work) => (await pause(), read.call(database, work)) as never,
    write: async (work) => (await pause(), write.call(database, work)) as never,
  };
}

describe(`access by keys and sessions, seed ${SEED}`, () => {
  const database = withTestDatabase('embedded');
  const turns: Real['turns'] = { delays: [] };
  let service: DatabaseService;
  beforeAll(async () => {
    service = await startDatabaseService(unhurried(database(), turns));
  });
  afterAll(async () => {
    await service.ports.background.settled();
    await service.app.close();
  });

  test('what is valid is accepted, what has ended never is, and of replacements at once one counts', async () => {
    let compared = 0;
    const property = fc.asyncProperty(commands, async (drawn) => {
      turns.delays = [];
      const model: Model = { states: [NOTHING], now: 0 };
      const real: Real = { service, person: await newAccount(service), turns };
      await compare(model, real, [{ do: 'makeKey', days: 10 }]);
      await compare(model, real, [{ do: 'logIn' }]);
      await fc.asyncModelRun(() => ({ model, real }), drawn);
      await useAll(model, real);
      compared += Object.keys(model.states[0]!.keys).length + Object.keys(model.states[0]!.accessTokens).length;
    });
    await fc.assert(property, { seed: SEED, numRuns: RUNS, endOnFailure: true });
    expect(compared).toBeGreaterThan(RUNS);
  }, 120_000);
});
