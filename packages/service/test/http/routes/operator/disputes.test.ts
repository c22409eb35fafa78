import { afterEach, expect, test } from 'vitest';
import type { Limits } from '../../../../src/app/ports/ports.ts';
import { type Account, formOf } from '../../../fakes/testService.ts';
import { toyPicture } from '../../../fakes/toyEngine.ts';
import { codeOf, type DatabaseService, newAccount, startDatabaseService } from '../../../support/databaseService.ts';
import { describeOnEachEngine } from '../../../support/testDatabase.ts';

describeOnEachEngine('/v1/operator/disputes', (database) => {
  let service: DatabaseService;
  let operator: Account;
  let ada: Account;
  afterEach(() => service.app.close());

  const start = async (): Promise<void> => {
    service = await startDatabaseService(database());
    [operator, ada] = [await newAccount(service), await newAccount(service)];
    await confirm(operator);
    const { email } = (await service.ports.users.find(operator.id))!;
    const limits: Limits = { ...service.ports.limits, operators: [email.toLowerCase()] };
    Object.assign(service.ports, { limits });
  };
  const confirm = ({ id }: Account) =>
    database().write(async (transaction) => {
      await transaction.execute(`update users set is_verified = true where id = '${id}'`);
    });
  const picture = { name: 'file', value: toyPicture('disputed'), fileName: 'a.jpg' };
  /** @returns the dispute of a fresh verification */
  const disputed = async (more: Record<string, string> = {}, withPicture = false): Promise<string> => {
    const checked = formOf([picture]);
    const { body } = await service.ask('POST', '/v1/verify/', ada, checked.payload, checked.headers);
    const consent = withPicture ? { consent_to_keep_picture: 'true' } : {};
    const fields = Object.entries({ reason: 'not_recognised', ...consent, ...more });
    const parts = fields.map(([name, value]) => ({ name, value }));
    const form = formOf(withPicture ? [...parts, picture] : parts);
    service.ports.clock.advance(1000);
    const url = `/v1/verify/${String(body.verification_id)}/dispute`;
    return String((await service.ask('POST', url, ada, form.payload, form.headers)).body.id);
  };
  const queue = (who: Account | null, query = '') => service.ask('GET', `/v1/operator/disputes${query}`, who);
  const itemsOf = (answer: { body: object }) =>
    (answer.body as { items: ({ id: string } & Record<string, unknown>)[] }).items;
  const decide = (id: string, who: Account | null, ruling: object) =>
    service.ask('POST', `/v1/operator/disputes/${id}/decision`, who, ruling);
  const pictureOf = (id: string, who: Account | null) => service.ask('GET', `/v1/operator/disputes/${id}/picture`, who);

  test('200: the open ones of everybody, the oldest first, in pages, with the verdict that each is about', async () => {
    await start();
    const [first, second] = [await disputed({ comment: 'It is mine.' }), await disputed()];
    const open = itemsOf(await queue(operator, '?page_size=100')).map(({ id }) => id);
    expect(open.filter((id) => [first, second].includes(id))).toEqual([first, second]);
    const page = await queue(operator, '?page_size=1&page=2');
    expect(page.body).toMatchObject({ total: open.length, pages: open.length });
    expect(itemsOf(page).map((one) => one.id)).toEqual([open[1]]);
    const all = itemsOf(await queue(operator, '?page_size=100'));
    expect(all.find(({ id }) => id === first)).toMatchObject({
      comment: 'It is mine.',
      status: 'open',
      verification: { verdict: 'unknown', rule: expect.any(String), details: expect.any(String) },
    });
    expect(codeOf(await queue(operator, '?status=mine'))).toEqual([422, 'VALIDATION_ERROR']);
  });

  test('200: decided, its maker reads the decision, and it leaves the queue; 409: once more', async () => {
    await start();
    const id = await disputed({ expected_verdict: 'authentic' });
    const decision = await decide(id, operator, { status: 'overturned', note: 'It is registered.' });
    expect(decision).toMatchObject({ status: 200, body: { status: 'overturned', corrected_verdict: 'authentic' } });
    const read = await service.ask('GET', `/v1/verify/${String(decision.body.verification_id)}/dispute`, ada);
    expect(read.body).toMatchObject({ status: 'overturned', note: 'It is registered.' });
    const ids = async (query: string) => itemsOf(await queue(operator, query)).map((one) => one.id);
    expect(await ids('?page_size=100')).not.toContain(id);
    expect(await ids('?page_size=100&status=all')).toContain(id);
    expect(codeOf(await decide(id, operator, { status: 'upheld' }))).toEqual([409, 'CONFLICT']);
  });

  test('422: overturned without a word of what is right', async () => {
    await start();
    expect(codeOf(await decide(await disputed(), operator, { status: 'overturned' }))).toEqual([
      422,
      'VALIDATION_ERROR',
    ]);
  });

  test('200: the very picture, as a file that no page runs; 410: where none was sent', async () => {
    await start();
    const sent = await service.app.inject({
      method: 'GET',
      url: `/v1/operator/disputes/${await disputed({}, true)}/picture`,
      headers: operator.headers,
    });
    expect(sent.statusCode).toBe(200);
    expect(sent.rawPayload.equals(Buffer.from(toyPicture('disputed')))).toBe(true);
    expect(sent.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringContaining('attachment'),
      'cache-control': 'no-store',
    });
    expect(codeOf(await pictureOf(await disputed(), operator))).toEqual([410, 'GONE']);
  });

  test('403: nobody else, whoever made the dispute; 401: without a credential; 404: there is none', async () => {
    await start();
    const id = await disputed({}, true);
    for (const [who, code] of [
      [ada, [403, 'FORBIDDEN']],
      [null, [401, 'UNAUTHENTICATED']],
    ] as const) {
      expect(codeOf(await queue(who))).toEqual(code);
      expect(codeOf(await pictureOf(id, who))).toEqual(code);
      expect(codeOf(await decide(id, who, { status: 'upheld' }))).toEqual(code);
    }
    const missing = '01930c5e-8a2f-7c31-9f0a-5b6c7d8e9f01';
    expect(codeOf(await pictureOf(missing, operator))).toEqual([404, 'DISPUTE_NOT_FOUND']);
    expect(codeOf(await decide(missing, operator, { status: 'upheld' }))).toEqual([404, 'DISPUTE_NOT_FOUND']);
  });
});
