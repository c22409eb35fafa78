/** The one connection of the pages to the service that serves them, and the session behind it. @module */
import { Connection } from '@assay/sdk/connection';
import { ActingOrganization } from '../session/actingOrganization.ts';
import { Session } from '../session/session.ts';

const baseUrl = window.location.origin;

/** Forms answer at once: who has to wait before another try is told so, instead of waiting before a still button. */
export const session = new Session(new Connection({ baseUrl, retry: { retriesMax: 0 } }));

export const connection = new Connection({ baseUrl, renewToken: () => session.renew() });
session.subscribe(() => connection.setTokens(session.accessToken() ?? undefined, undefined));

/** The browser keeps the choice, which is no secret; who is nobody works in none. */
export const acting = new ActingOrganization(window.localStorage);
const act = () => connection.setOrganization(acting.id() ?? undefined);
acting.subscribe(act);
act();
