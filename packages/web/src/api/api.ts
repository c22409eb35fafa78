/** The one connection of the pages to the service that serves them, and the session behind it. @module */
import { Connection } from '@assay/sdk/connection';
import { defaultTransport, type Transport } from '@assay/sdk/transport';
import { answeredAhead } from '../ahead/asked.ts';
import { ActingOrganization } from '../session/actingOrganization.ts';
import { Session } from '../session/session.ts';

const baseUrl = window.location.origin;

/** A page that is left meanwhile would lose the successor of its cookie, and with it the session: such a request goes on. */
const outliving: Transport = (request) => answeredAhead(request) ?? fetch(request.url, { ...request, keepalive: true });

/** Forms answer at once: who has to wait before another try is told so, instead of waiting before a still button. */
export const session = new Session(new Connection({ baseUrl, retry: { retriesMax: 0 }, transport: outliving }));

const transport: Transport = (request) => answeredAhead(request) ?? defaultTransport(request);
export const connection = new Connection({ baseUrl, transport, renewToken: () => session.renew() });
session.subscribe(() => connection.setTokens(session.accessToken() ?? undefined, undefined));

/** The browser keeps the choice, which is no secret; who is nobody works in none. */
export const acting = new ActingOrganization(window.localStorage);
const act = () => connection.setOrganization(acting.id() ?? undefined);
acting.subscribe(act);
act();
