import type { FastifyInstance } from 'fastify';
import type { Ai } from '#server/ai/calls.ts';
import { recordActivity } from '#server/lib/activity.ts';
import type { Deps } from '#server/lib/deps.ts';
import { mount } from '#server/lib/mount.ts';
import type { Payments } from '#server/payments/payments.ts';
import {
  cancelSubscription,
  confirmPayment,
  confirmTestPayment,
  createPaymentIntent,
  createSubscription,
  endTestPeriod,
  getConfig,
  getSubscriptionStatus,
  listPayments,
  receiveStripeEvent,
} from '#shared/contract/billing.ts';
import { beginPurchase, confirm, endTestPeriodOf, payInTestMode } from './checkout.service.ts';
import type { PaymentWorker } from './events.service.ts';
import { paymentsOf } from './ledger.queries.ts';
import {
  beginSubscription,
  endSubscription,
  shownSubscription,
  subscriptionStatus,
} from './subscriptions.service.ts';

type BillingDeps = Deps & { ai: Ai; payments: Payments; paymentWorker: PaymentWorker };

export async function billingRoutes(app: FastifyInstance, deps: BillingDeps): Promise<void> {
  const { db, env, mail, ai, payments, paymentWorker } = deps;
  const ledgerDeps = { ...deps, publicUrl: env.publicUrl };

  mount(app, getConfig, 'anyone', async () => ({
    stripePublishableKey: payments.publishableKey,
    paymentsMode: payments.mode,
    aiMode: ai.engineOf('chat').isBuiltIn ? ('simulated' as const) : ('live' as const),
  }));

  mount(app, createSubscription, 'user', ({ user }) => beginSubscription(ledgerDeps, user.id));

  mount(app, createPaymentIntent, 'user', ({ user, body }) =>
    beginPurchase(ledgerDeps, user.id, body.amount),
  );

  mount(app, confirmPayment, 'user', async ({ user, body }) => {
    const confirmed = await confirm(ledgerDeps, user.id, body.paymentIntentId);
    void mail.send();
    return confirmed;
  });

  mount(app, confirmTestPayment, 'user', ({ user, body }) =>
    payInTestMode({ payments, paymentWorker }, user.id, body),
  );

  mount(app, endTestPeriod, 'user', async ({ user }) => {
    await endTestPeriodOf({ db, payments, paymentWorker }, user.id);
    return { success: true } as const;
  });

  mount(app, getSubscriptionStatus, 'user', ({ user }) => subscriptionStatus(db, user.id));

  mount(app, listPayments, 'user', ({ user }) => paymentsOf(db, user.id));

  mount(app, cancelSubscription, 'user', async ({ user, request }) => {
    const ended = await endSubscription(ledgerDeps, user.id, (tx) =>
      recordActivity(tx, request, { userId: user.id, action: 'billing.cancel' }),
    );
    void mail.send();
    const shown = shownSubscription(ended);
    const over = { status: 'canceled', currentPeriodEnd: null, cancelAtPeriodEnd: true };
    return { success: true, stripeSubscription: shown ?? over } as const;
  });

  await webhookRoute(app, { payments, paymentWorker });
}

/** Use a separate scope: the signature covers the raw bytes. */
async function webhookRoute(
  app: FastifyInstance,
  { payments, paymentWorker }: Pick<BillingDeps, 'payments' | 'paymentWorker'>,
) {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    mount(scope, receiveStripeEvent, 'open', async ({ request }) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const signature = request.headers['stripe-signature'];
      await paymentWorker.receive(
        await payments.eventIn(body, typeof signature === 'string' ? signature : undefined),
      );
      return { received: true } as const;
    });
  });
}
