import { z } from 'zod';
import { purchaseProblem, purchaseTexts } from '../credits.ts';
import { endpoint } from '../endpoint.ts';
import { date, digits, storableText } from './fields.ts';

export const paymentsModes = ['stripe', 'test', 'off'] as const;
export type PaymentsMode = (typeof paymentsModes)[number];

export const billingTexts = {
  notConfigured: 'Payments are not configured.',
  hasSubscription: 'You already have an active subscription.',
  noSubscription: 'No active subscription found.',
  declined: 'Your card was declined.',
  noFunds: 'Your card has insufficient funds.',
  wrongCard: 'Your card number is invalid.',
  away: 'The payment service did not answer. Please try again in a minute.',
  badSignature: 'The signature is not valid.',
} as const;

/** Public settings of the server, without secrets. */
export const getConfig = endpoint({
  method: 'GET',
  path: '/api/config',
  summary: 'Public settings of the server: the payment provider and the AI engines',
  reply: z.object({
    stripePublishableKey: z.string().nullable(),
    /** `test`: cards are not charged. `off`: nothing can be bought. */
    paymentsMode: z.enum(paymentsModes),
    aiMode: z.enum(['live', 'simulated', 'off']),
  }),
});
export type Config = z.input<typeof getConfig.reply>;

export const createSubscription = endpoint({
  method: 'POST',
  path: '/api/create-subscription',
  summary: 'Start a subscription, or return the one that is not paid yet; pay it with the clientSecret',
  reply: z.object({ clientSecret: z.string(), subscriptionId: z.string() }),
});

export const createPaymentIntent = endpoint({
  method: 'POST',
  path: '/api/create-payment-intent',
  summary: 'Start a purchase of credits; pay it with the clientSecret, the credits are granted afterwards',
  body: z.object({
    /** US dollars: 10 to 500, in steps of 10. */
    amount: z.number(purchaseTexts.outOfRange).superRefine((usd, context) => {
      const problem = purchaseProblem(usd);
      if (problem !== null) context.addIssue({ code: 'custom', message: problem });
    }),
  }),
  reply: z.object({
    clientSecret: z.string(),
    paymentIntentId: z.string(),
    amount: z.number(),
    /** amount × 50. */
    credits: z.number(),
  }),
});

export const paymentStates = ['pending', 'processing', 'succeeded', 'failed', 'canceled'] as const;
export type PaymentState = (typeof paymentStates)[number];

const paymentIntentId = storableText(200).regex(/^\w+$/, 'Is no id of a payment');

export const confirmPayment = endpoint({
  method: 'POST',
  path: '/api/payments/confirm',
  summary: 'Read the state of a payment of the caller from the provider, and grant its credits once',
  body: z.object({ paymentIntentId }),
  reply: z.object({
    status: z.enum(paymentStates),
    /** Null: the payment is not stored yet. */
    paymentType: z.string().nullable(),
    creditsGranted: z.number(),
    creditBalance: z.number(),
  }),
});
export type ConfirmedPayment = z.input<typeof confirmPayment.reply>;

export const confirmTestPayment = endpoint({
  method: 'POST',
  path: '/api/payments/test-confirm',
  summary: 'Test mode only: pay with a test card',
  body: z.object({
    clientSecret: storableText(300),
    /** 16 digits. The card 4242424242424242 succeeds. */
    card: z.string(billingTexts.wrongCard).regex(/^\d{16}$/, billingTexts.wrongCard),
    /** Whether the authentication of card 4000002500003155 was confirmed. */
    authenticated: z.boolean().default(false),
  }),
  reply: z.object({
    status: z.enum(paymentStates),
    paymentIntentId: z.string(),
    requiresAction: z.boolean().optional(),
  }),
});

export const endTestPeriod = endpoint({
  method: 'POST',
  path: '/api/payments/test-period',
  summary: "Test mode only: end the current period of the caller's subscription",
  reply: z.object({ success: z.literal(true) }),
});

/** The signature is verified before the body is parsed (docs/operating.md). */
export const receiveStripeEvent = endpoint({
  method: 'POST',
  path: '/api/stripe/webhook',
  summary: 'Receive a signed event of the payment provider',
  reply: z.object({ received: z.literal(true) }),
});

const StripeSubscription = z.object({
  status: z.string(),
  currentPeriodEnd: date.nullable(),
  cancelAtPeriodEnd: z.boolean(),
});

export const SubscriptionStatus = z.object({
  creditBalance: z.number(),
  /** Owed credits, for which the next incoming credits are used first. */
  creditsOwed: z.number(),
  hasSubscription: z.boolean(),
  stripeSubscription: StripeSubscription.nullable(),
});
export type SubscriptionStatus = z.input<typeof SubscriptionStatus>;

export const getSubscriptionStatus = endpoint({
  method: 'GET',
  path: '/api/subscription-status',
  summary: "The caller's balance and subscription",
  reply: SubscriptionStatus,
});

export const Payment = z.object({
  id: z.number(),
  description: z.string().nullable(),
  status: z.string(),
  /** US dollars. */
  amount: z.number(),
  creditsGranted: z.number(),
  paymentType: z.string(),
  createdAt: date,
  /** US dollars refunded or disputed. */
  amountReturned: z.number(),
});
export type Payment = z.input<typeof Payment>;

export const listPayments = endpoint({
  method: 'GET',
  path: '/api/payment-history',
  summary: 'Payments of the caller that succeeded or failed, newest first',
  reply: z.array(Payment),
});

export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/api/cancel-subscription',
  summary: 'End the subscription at the end of the period that is paid for',
  reply: z.object({ success: z.literal(true), stripeSubscription: StripeSubscription }),
});

export const ledgerTypes = ['purchase', 'subscription', 'usage', 'admin_grant', 'refund'] as const;

const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'Must look like 2026-01-31')
  // An invalid date would be parsed as one of the next month, or not at all.
  .refine((text) => {
    const at = Date.parse(`${text}T00:00:00Z`);
    return at >= 0 && new Date(at).toISOString().startsWith(text);
  }, 'Is no day of the calendar');

/** Days in UTC, both included. */
const LedgerFilter = z.object({
  type: z.enum(ledgerTypes).optional(),
  from: day.optional(),
  to: day.optional(),
  project: digits(1).optional(),
});

export const LedgerLine = z.object({
  id: z.number(),
  createdAt: date,
  type: z.string(),
  description: z.string().nullable(),
  aiFeature: z.string().nullable(),
  /** Signed; negative for spent credits. */
  amount: z.number(),
  creditsAfter: z.number(),
  /** Null: the call had no project, or the project is deleted or not visible to the caller. */
  projectName: z.string().nullable(),
});
export type LedgerLine = z.input<typeof LedgerLine>;

export const listLedger = endpoint({
  method: 'GET',
  path: '/api/user/credit-ledger',
  summary: "The caller's credit transactions, newest first, a page at a time",
  query: LedgerFilter.extend({
    /** Only entries older than this one. */
    before: digits(1).optional(),
    limit: digits(1)
      .refine((limit) => limit <= 200, 'Must be at most 200')
      .default(50),
  }),
  reply: z.object({ lines: z.array(LedgerLine), hasMore: z.boolean() }),
});

/** The reply is a file that is streamed while it is read. */
export const exportLedger = endpoint({
  method: 'GET',
  path: '/api/user/credit-ledger.csv',
  summary: "The caller's credit transactions as comma-separated values",
  query: LedgerFilter,
});

export const ProjectUse = z.object({
  /** Null: deleted projects, and calls without a project. */
  projectId: z.number().nullable(),
  name: z.string().nullable(),
  calls: z.number(),
  credits: z.number(),
});
export type ProjectUse = z.input<typeof ProjectUse>;

export const listCreditUse = endpoint({
  method: 'GET',
  path: '/api/user/credit-use',
  summary: 'Credits of the caller that each project has used, highest first',
  query: z.object({ from: day.optional(), to: day.optional() }),
  reply: z.array(ProjectUse),
});
