import { afterAll, expect, test } from 'vitest';
import { seedPrices } from '#server/ai/prices.ts';
import { anApp } from '#test/app.ts';
import { enterCode, expectLoginMail } from '#test/login.ts';
import { anOpenAiServer, settingsFor } from '#test/openaiServer.ts';
import { aStripeServer, signedEvent, stripeSettings } from '#test/stripe/server.ts';
import { aWorld } from '#test/world.ts';
import { createLog } from './log.ts';

/* What an operator keeps of everything that was asked of the server, at its most talkative. */

const lines: string[] = [];
const models = await anOpenAiServer();
const stripe = await aStripeServer();
const server = await anApp(
  {
    ...settingsFor(models),
    ...stripeSettings(stripe),
    SECRET_KEY: 'of-the-node-and-of-nobody-else-at-all',
  },
  undefined,
  { log: createLog('debug', { write: (line) => lines.push(line) }) },
);
afterAll(async () => {
  await server.close();
  await stripe.close();
  await models.close();
});

const written = 'Lanterns drown under the mole';

test('log has a line for each failure and contains no secret and no text of users', async () => {
  await seedPrices(server.db, server.env);
  const people = await aWorld(server.db);
  const olive = server.as(people.olive);
  const { email } = people.nell;

  const mail = await expectLoginMail(server, email);
  await enterCode(server, email, '000000', mail.cookies);
  const entered = await enterCode(server, email, mail.code, mail.cookies);
  expect(entered.statusCode).toBe(200);

  const elements = `${people.projectUrl}/script-elements`;
  const made = await olive.post(elements, { elementType: 'action', content: written });
  expect(made.statusCode).toBe(201);
  await olive.get(`${people.projectUrl}/script-history/paginated?search=${encodeURIComponent(written)}`);
  await olive.inject({
    ...{ method: 'POST', url: elements, headers: { 'content-type': 'application/json' } },
    payload: `{"elementType":"action","content":"${written}`,
  });

  models.next((out) => out.json(401, { error: { message: `wrong key sk-secret about ${written}` } }));
  const answer = await olive.post(`${people.projectUrl}/ai-chat`, { message: written });
  expect(answer.statusCode).toBe(502);

  const [event] = stripe.books.events;
  const forged = signedEvent(
    event ?? ({ id: 'evt_1', object: 'event' } as never),
    1,
    'whsec_of_somebody_else',
  );
  expect((await server.app.inject(forged)).statusCode).toBe(400);
  stripe.next('fails');
  await olive.post('/api/create-payment-intent', { amount: 10 });

  const log = lines.join('');
  expect(lines.length).toBeGreaterThan(10);
  expect(log).toContain('an AI call failed');
  const secrets = {
    ...{ code: mail.code, link: mail.path.split('token=')[1] as string },
    ...Object.fromEntries(entered.cookies.map(({ name, value }) => [name, value])),
    ...mail.cookies,
    ...{ modelKey: 'sk-secret', paymentKey: 'sk_test_of_the_double', signing: 'whsec_' },
    ...{ node: 'of-the-node', email, words: 'Lanterns', wordsInAddress: 'drown%20under' },
  };
  const leaked = Object.entries(secrets).filter(([, secret]) => log.includes(secret));
  expect(leaked).toEqual([]);
});
