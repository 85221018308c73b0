import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { StripeBooks } from './books.ts';
import { type Form, StripeContract, type StripeOperation } from './contract.ts';
import { invoiceJson, listOf, paymentOf, subscriptionJson } from './json.ts';
import { StripeApiError, type StripeEvent } from './objects.ts';

export const webhookSecret = 'whsec_test_of_the_double';

export interface StripeServer {
  url: string;
  books: StripeBooks;
  /** Requests, answers and events that violate the provider's document. */
  problems: string[];
  /** Names of the received calls, in order. */
  calls: string[];
  /**
   * Set the outcome of the next calls: they fail, or their answer is lost after they were carried
   * out.
   */
  next(...faults: ('works' | 'fails' | 'is-lost')[]): void;
  close(): Promise<void>;
}

/** Return the environment variables of an application that takes payments through this server. */
export function stripeSettings({ url }: Pick<StripeServer, 'url'>) {
  return {
    STRIPE_SECRET_KEY: 'sk_test_of_the_double',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_of_the_double',
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: url,
  };
}

/** Return the request that delivers an event, signed at that time (seconds). */
export function signedEvent(
  event: StripeEvent,
  seconds = Math.floor(Date.now() / 1000),
  secret = webhookSecret,
) {
  const payload = JSON.stringify(event);
  const signature = createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex');
  const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${seconds},v1=${signature}` };
  return { method: 'POST', url: '/api/stripe/webhook', headers, payload } as const;
}

/** Start a server on this machine that speaks Stripe's protocol, with its own records. */
export async function aStripeServer(): Promise<StripeServer> {
  const contract = new StripeContract();
  const books = new StripeBooks(({ data: { object } }) => contract.object(object.object, object));
  const calls: string[] = [];
  const faults: string[] = [];
  /** Answers by idempotency key, with their requests. */
  const answers = new Map<string, { fingerprint: string; status: number; answer: object }>();

  const server = http.createServer(async (request, reply) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString();
    const { method = '', url = '' } = request;
    const operation = contract.request(method, url, body);
    const send = (status: number, answer: object) => {
      if (operation) contract.answer(operation.name, status, answer);
      reply.writeHead(status, {
        'content-type': 'application/json',
        'request-id': 'req_1',
        // The browser's stub of the provider's script calls from another origin.
        'access-control-allow-origin': '*',
      });
      reply.end(JSON.stringify(answer));
    };
    if (!operation) return send(404, { error: { type: 'invalid_request_error', message: 'no route' } });
    calls.push(operation.name);
    const fault = faults.shift() ?? 'works';
    if (fault === 'fails') return send(500, { error: { type: 'api_error', message: 'something broke' } });
    const key = request.headers['idempotency-key'];
    const { status, answer } = typeof key === 'string' ? onceFor(key) : answerOf();
    if (fault === 'is-lost') return void request.socket.destroy();
    return send(status, answer);

    function onceFor(name: string) {
      const previous = answers.get(name);
      const fingerprint = `${method} ${url} ${body}`;
      if (previous && previous.fingerprint !== fingerprint)
        return { status: 400, answer: { error: { type: 'idempotency_error', message: 'other parameters' } } };
      const made = previous ?? { fingerprint, ...answerOf() };
      answers.set(name, made);
      return made;
    }

    function answerOf() {
      try {
        return { status: 200, answer: carryOut(books, operation as StripeOperation) };
      } catch (error) {
        if (error instanceof StripeApiError) return { status: error.status, answer: error.body };
        throw error;
      }
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ books, calls, problems: contract.problems },
    next: (...more) => void faults.push(...more),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function carryOut(books: StripeBooks, { name, id, form }: StripeOperation): object {
  const expand = (form.expand ?? []) as string[];
  const metadata = (form.metadata ?? {}) as Record<string, string>;
  const customer = String(form.customer ?? '');
  const path = id ?? '';
  switch (name) {
    case 'Customers.create':
      return { ...books.addCustomer(String(form.email)), name: form.name ?? null, metadata, livemode: false };
    case 'Prices.list':
      return listOf('/v1/prices', [...books.prices.values()]);
    case 'Prices.create': {
      const price = {
        ...{ id: books.id('price'), object: 'price', active: true, currency: 'usd', type: 'recurring' },
        ...{ unit_amount: Number(form.unit_amount), lookup_key: String(form.lookup_key) },
        ...{ recurring: { interval: 'month', interval_count: 1 }, created: books.now, livemode: false },
      };
      books.prices.set(price.id, price);
      return price;
    }
    case 'Subscriptions.create':
      return subscriptionJson(books, books.addSubscription(customer, metadata), expand);
    case 'Subscriptions.retrieve':
      return subscriptionJson(books, books.subscription(path), expand);
    case 'Subscriptions.update':
      return subscriptionJson(books, books.setEnding(path, form.cancel_at_period_end === true), expand);
    case 'Invoices.retrieve':
      return invoiceJson(books, books.invoice(path), expand);
    case 'Invoices.list':
      return listOf(
        '/v1/invoices',
        since([...books.invoices.values()], form)
          .filter(({ status }) => form.status === undefined || status === form.status)
          .map((invoice) => invoiceJson(books, invoice, ['payments'])),
      );
    case 'InvoicePayments.list': {
      const { payment_intent: intent } = form.payment as Form;
      const invoice = [...books.invoices.values()].find((each) => each.intent === intent);
      return listOf('/v1/invoice_payments', invoice ? [paymentOf(books, invoice.id)] : []);
    }
    case 'PaymentIntents.create':
      return books.addIntent(Number(form.amount), customer, metadata);
    case 'PaymentIntents.retrieve':
      return books.intent(path);
    case 'PaymentIntents.list':
      return listOf('/v1/payment_intents', since([...books.intents.values()], form));
    case 'PaymentIntents.confirm':
      return books.confirm(path, String(form.payment_method));
    case 'Refunds.list':
      return listOf(
        '/v1/refunds',
        since([...books.refunds.values()], form).filter(
          ({ payment_intent }) => form.payment_intent === undefined || payment_intent === form.payment_intent,
        ),
      );
    default:
      throw new StripeApiError(404, 'invalid_request_error', undefined, `${name} is not played here`);
  }
}

function since<T extends { created: number }>(list: T[], { created }: Form): T[] {
  const { gte } = (created ?? {}) as { gte?: number };
  return list.filter((each) => gte === undefined || each.created >= gte);
}
