// A receiver of webhooks in 20 lines:  WEBHOOK_SECRET=whsec_... PORT=3000 node examples/webhookReceiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
const key = Buffer.from(process.env.WEBHOOK_SECRET.replace('whsec_', ''), 'base64');
const seen = new Set(); // an event may come more than once; keep these in your database

function isGenuine({ 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': sent = '' }, body) {
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= 300)) return false; // older messages may be replays
  const own = Buffer.from(`v1,${createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')}`);
  const all = sent.split(' ').map((text) => Buffer.from(text)); // two while the secret is being changed
  return all.some((one) => one.length === own.length && timingSafeEqual(one, own));
}

createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString();
  const id = request.headers['webhook-id'];
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end();
  if (!seen.has(id)) console.log(body); // your work goes here; answer within 15 s
  seen.add(id);
  response.writeHead(204).end();
}).listen(process.env.PORT ?? 3000, '127.0.0.1', () => console.log('listening'));
