/** Real OAuth servers on loopback: one that speaks OpenID Connect, one like GitHub. @module */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OAuth2Server } from 'oauth2-mock-server';

export const CLIENT = { clientId: 'assay-client', clientSecret: 'assay secret' };

export interface Person {
  subject: string;
  email: string | null;
  emailVerified: boolean;
  name: string | null;
}

export interface ProviderServer {
  readonly url: string;
  /** Who signs in next; a test changes it. */
  readonly person: Person;
  readonly service: OAuth2Server['service'];
  stop(): Promise<void>;
}

const somebody = (): Person => ({ subject: '1', email: null, emailVerified: true, name: null });

export async function startOpenIdServer(): Promise<ProviderServer> {
  const server = new OAuth2Server();
  await server.issuer.keys.generate('RS256');
  await server.start(0, '127.0.0.1');
  const person = somebody();
  server.service.on('beforeTokenSigning', ({ payload }: { payload: Record<string, unknown> }) => {
    const { subject: sub, email, emailVerified: email_verified, name } = person;
    Object.assign(payload, { sub, email, email_verified, name });
  });
  return { url: String(server.issuer.url), person, service: server.service, stop: () => server.stop() };
}

/** No identity tokens, no discovery; who came is told by `/user` and `/user/emails`. */
export async function startGitHubServer(): Promise<ProviderServer> {
  const mock = new OAuth2Server(undefined, undefined, {
    endpoints: { authorize: '/login/oauth/authorize', token: '/login/oauth/access_token' },
  });
  await mock.issuer.keys.generate('RS256');
  const person = somebody();
  const server: Server = createServer((request, response) => {
    const answers: Record<string, unknown> = {
      '/api/user': { id: Number(person.subject), login: 'somebody', name: person.name, email: null },
      '/api/user/emails': [
        { email: 'other@example.org', primary: false, verified: true },
        ...(person.email ? [{ email: person.email, primary: true, verified: person.emailVerified }] : []),
      ],
    };
    const answer = answers[request.url ?? ''];
    if (answer === undefined) return mock.service.requestHandler(request, response);
    const isWelcome = request.headers.authorization?.startsWith('Bearer ') && request.headers['user-agent'];
    response.writeHead(isWelcome ? 200 : 403, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  mock.issuer.url = url;
  return {
    url,
    person,
    service: mock.service,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
