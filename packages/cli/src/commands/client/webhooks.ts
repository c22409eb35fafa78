/** `assay webhooks` @module */
import { command, group } from '../../command.ts';
import { argument, JSON_LINES, maybe, none, SERVER, value } from '../../options.ts';

const load = () => import('../../actions/client/webhooks.ts');

const ls = command({
  brief: 'list endpoints',
  help: 'Lists the endpoints of the organization. Needs the scope "webhooks".',
  load: async () => (await load()).listWebhooks,
  parameters: { flags: { server: SERVER, json: JSON_LINES }, positional: none },
});

const listen = command({
  brief: 'receive events on this machine and print them',
  help: `Receives deliveries at a port of this machine, checks their signatures and prints each event as a line of JSON. Without --secret
it makes an endpoint at the service and deletes it at the end: the service must run on this machine with
ASSAY_ALLOW_PRIVATE_WEBHOOKS=1. With --secret it only listens, behind whatever leads deliveries here.`,
  load: async () => (await load()).listen,
  isLasting: true,
  parameters: {
    flags: {
      server: SERVER,
      port: value('N', 'default a free one'),
      secret: value('SECRET', 'of an endpoint that is there already, whsec_...'),
      events: value('A,B', 'which; default all'),
      count: value('N', 'end after so many'),
    },
    positional: none,
  },
});

const replay = command({
  brief: 'send deliveries again',
  help: 'Sends one delivery again, or with --since everything that the endpoint missed. Needs the scope "webhooks".',
  load: async () => (await load()).replay,
  parameters: {
    flags: { server: SERVER, since: value('TIME', 'such as 2026-11-20 or 2026-11-20T12:00:00Z'), json: JSON_LINES },
    positional: {
      kind: 'tuple',
      parameters: [argument('WEBHOOK_ID', 'the endpoint'), maybe('DELIVERY_ID', 'the delivery')],
    },
  },
});

export const webhooksCommands = group('receive events here, send deliveries again', { ls, listen, replay });
