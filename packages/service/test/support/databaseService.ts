/** The service over HTTP on the real repositories, with what tests of organizations and keys do again and again. @module */
import { createRepositories } from '../../src/adapters/db/repositories.ts';
import { type Account, openAccount, startTestService, type TestService } from '../fakes/testService.ts';
import { sendMails } from './sendMails.ts';
import type { Ports } from '../../src/app/ports/ports.ts';
import type { OpenDatabase } from '../../src/adapters/db/connection/open.ts';

export interface Asked {
  readonly status: number;
  readonly body: Record<string, never> & Record<string, unknown>;
  readonly headers: Record<string, unknown>;
}

export interface DatabaseService extends Omit<TestService, 'join'> {
  ask(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    who: Pick<Account, 'headers'> | { readonly key: string } | null,
    payload?: object,
    headers?: Record<string, string>,
  ): Promise<Asked>;
  /** Makes an organization on a plan that has room for members. */
  found(owner: Account, fields?: object): Promise<string>;
  /** Invites and accepts. */
  join(organizationId: string, owner: Account, member: Account, role: string): Promise<void>;
}

/** @param replaced ports beside the repositories */
export async function startDatabaseService(
  database: OpenDatabase,
  replaced: Partial<Ports> = {},
): Promise<DatabaseService> {
  const service = await startTestService({}, (ports) => ({
    ...createRepositories(database, { ids: ports.ids, clock: ports.clock, keyEncryptionKey: Buffer.alloc(32, 1) }),
    ...replaced,
  }));
  const ask: DatabaseService['ask'] = async (method, url, who, payload, headers = {}) => {
    const credential = who === null ? {} : 'key' in who ? { 'x-api-key': who.key } : who.headers;
    const answer = await service.app.inject({
      method,
      url,
      headers: { ...credential, ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
    return {
      status: answer.statusCode,
      body: answer.body === '' ? {} : answer.json(),
      headers: answer.headers,
    } as Asked;
  };
  return {
    ...service,
    ask,
    found: async (owner, fields = {}) =>
      String(
        (await ask('POST', '/v1/organizations/', owner, { name: 'Harbour Press', plan: 'pro', ...fields })).body.id,
      ),
    async join(organizationId, owner, member, role) {
      const body = { email: member.email, role };
      await ask('POST', `/v1/organizations/${organizationId}/invitations`, owner, body);
      const joined = await ask('POST', '/v1/invitations/accept', member, { token: await lastToken(service) });
      if (joined.status !== 200) throw new Error(JSON.stringify(joined.body));
    },
  };
}

/** Of the link in the mail that was sent last. */
export async function lastToken({ ports }: Pick<TestService, 'ports'>): Promise<string> {
  await sendMails(ports);
  const text = ports.mailer.mails.at(-1)?.text ?? '';
  return /[?&]token=([\w-]+)/.exec(text)?.[1] ?? '';
}

export const codeOf = ({ status, body }: Asked): readonly [number, unknown] => [status, body.error_code];

let number = 0;
export const newAccount = (service: Pick<TestService, 'app'>): Promise<Account> =>
  openAccount(service, `person${++number}@example.org`);
