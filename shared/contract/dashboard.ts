import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { CreditEntry } from './account.ts';
import { AdminUser, adminListQuery, limitWithDefault } from './admin.ts';
import { date, nameText, RowParams, rowId, storableText } from './fields.ts';

/*
 * What the dashboard of administrators reads and writes: use and cost of AI, its prices, and credits
 * (docs/spec/administration.md).
 */

/** Of the stat cards and of the usage figures, while they are on a screen. */
export const statsRefreshSeconds = 30;
export const usageRefreshSeconds = 60;
/** Active is who did something within so many days. */
export const activeUserDays = 30;
export const maxTopUsers = 10;
/** Rows of the feature breakdown that are shown. */
export const shownFeatures = 6;
/** Entries of the log of AI calls unless the call asks for more. */
export const logPageSize = 50;

/** Of the usage figures: whole hours or whole days (UTC), the present one among them. */
export const usageRanges = ['24h', '7d', '30d', '90d'] as const;
export type UsageRange = (typeof usageRanges)[number];
export const defaultUsageRange: UsageRange = '7d';

/** What is asked of models, as prices and logs name it. */
export const aiFeatures = [
  'chat',
  'script_analysis',
  'image_generation',
  'voice_generation',
  'video_generation',
] as const;
export const pricingTypes = ['per_token', 'per_character', 'per_request'] as const;
export type PricingType = (typeof pricingTypes)[number];

/** Costs are US dollars. */
const TopUser = z.object({
  userId: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string(),
  cost: z.number(),
  requests: z.number(),
});
export type TopUser = z.input<typeof TopUser>;

export const getDashboardStats = endpoint({
  method: 'GET',
  path: '/api/admin/dashboard-stats',
  summary: 'How many people, projects and AI calls there are, and what they cost; today is the UTC day',
  reply: z.object({
    totalUsers: z.number(),
    activeUsers: z.number(),
    todayAiRequests: z.number(),
    totalAiRequests: z.number(),
    todayAiCost: z.number(),
    totalAiCost: z.number(),
    totalProjects: z.number(),
    /** By cost, the greatest first. */
    topUsers: z.array(TopUser),
  }),
});

const amounts = { requests: z.number(), cost: z.number(), tokens: z.number() };

export const getAiUsageStats = endpoint({
  method: 'GET',
  path: '/api/admin/ai-usage-stats',
  summary: 'AI calls of the last hours or days: by service, by feature, by model, and over time',
  query: z.object({
    range: z
      .enum(usageRanges, { error: `Choose one of ${usageRanges.join(', ')}.` })
      .default(defaultUsageRange),
  }),
  reply: z.object({
    serviceBreakdown: z.array(z.object({ service: z.string(), ...amounts })),
    featureBreakdown: z.array(z.object({ feature: z.string(), ...amounts })),
    modelBreakdown: z.array(
      z.object({ service: z.string(), model: z.string(), failures: z.number(), ...amounts }),
    ),
    totalCost: z.number(),
    totalRequests: z.number(),
    totalTokens: z.number(),
    totalFailures: z.number(),
    /** When each hour or day begins, the first first. */
    times: z.array(date),
    /** What happened in them; a time and feature without calls has no entry. */
    series: z.array(z.object({ at: date, feature: z.string(), ...amounts })),
  }),
});
export type UsageStats = z.input<typeof getAiUsageStats.reply>;

export const AiUsageLog = z.object({
  id: z.number(),
  userId: z.string().nullable(),
  email: z.string().nullable(),
  projectId: z.number().nullable(),
  service: z.string(),
  feature: z.string(),
  model: z.string(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  totalTokens: z.number(),
  cost: z.number(),
  /** Milliseconds. */
  requestDuration: z.number().nullable(),
  success: z.boolean(),
  errorMessage: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  createdAt: date,
});
export type AiUsageLog = z.input<typeof AiUsageLog>;

export const usageOutcomes = ['succeeded', 'failed'] as const;

export const listAiUsage = endpoint({
  method: 'GET',
  path: '/api/admin/ai-usage',
  summary: 'Calls to models, newest first',
  query: z.object({
    limit: limitWithDefault(logPageSize),
    /** Id of the last entry of the page before: a page far behind costs what the first one does. */
    before: rowId.optional(),
    /** Part of the address or the name of who called. */
    search: storableText(200).optional(),
    feature: z.enum(aiFeatures).optional(),
    outcome: z.enum(usageOutcomes).optional(),
  }),
  reply: z.array(AiUsageLog),
});

export const AiPricing = z.object({
  id: z.number(),
  service: z.string(),
  model: z.string(),
  pricingType: z.enum(pricingTypes),
  /** US dollars, retail. */
  inputCostPer1k: z.number(),
  outputCostPer1k: z.number(),
  fixedCostPerRequest: z.number(),
  isActive: z.boolean(),
  effectiveFrom: date,
  effectiveUntil: date.nullable(),
  /** Of the latest change; null: it is as it began. */
  lastChangeId: z.number().nullable(),
});
export type AiPricing = z.input<typeof AiPricing>;

export const listAiPricing = endpoint({
  method: 'GET',
  path: '/api/admin/ai-pricing',
  summary: 'What AI costs, the prices that hold first',
  reply: z.array(AiPricing),
});

/** Prices are kept with four decimals, so a finer one is refused rather than rounded. */
export const priceDecimals = 4;
const maxPriceUsd = 10_000;

const priceUsd = z
  .number({ error: 'Prices are numbers.' })
  .min(0, 'Prices cannot be negative.')
  .max(maxPriceUsd, 'Prices are at most 10,000 dollars.')
  .refine((usd) => isRoundTo(usd, priceDecimals), 'Prices have at most four decimals.');

/** A blank one is 0. */
const priceField = z
  .codec(z.union([z.number(), z.literal(''), z.null()], { error: 'Prices are numbers.' }), priceUsd, {
    decode: (given) => (given === '' || given === null ? 0 : given),
    encode: (usd) => usd,
  })
  .optional();

export const updateAiPricing = endpoint({
  method: 'PATCH',
  path: '/api/admin/ai-pricing/:id',
  summary:
    'Change a price, deactivate it or activate it again, with a reason; calls that run keep the old one',
  params: RowParams,
  body: z.object({
    /** Of these, those that the price is made of are taken. */
    inputCostPer1k: priceField,
    outputCostPer1k: priceField,
    fixedCostPerRequest: priceField,
    isActive: z.boolean().optional(),
    effectiveUntil: date.nullable().optional(),
    reason: nameText(500, 'Please provide a reason for the pricing change.'),
    /** The `lastChangeId` that the change was made from: refused when somebody else changed the price meanwhile. */
    lastChangeId: z.number().nullable().optional(),
  }),
  reply: AiPricing,
});

export const pricingActions = ['update', 'deactivate', 'reactivate'] as const;

/** A price before and after a change of it. */
const PricingValues = z.object({
  inputCostPer1k: z.number(),
  outputCostPer1k: z.number(),
  fixedCostPerRequest: z.number(),
  isActive: z.boolean(),
  effectiveUntil: z.string().nullable(),
});

export const AiPricingChange = z.object({
  id: z.number(),
  pricingId: z.number(),
  service: z.string(),
  model: z.string(),
  action: z.string(),
  previousValues: PricingValues,
  newValues: PricingValues,
  changedBy: z.string().nullable(),
  /** Address of that administrator; null when the account is gone. */
  changedByEmail: z.string().nullable(),
  reason: z.string(),
  createdAt: date,
});
export type AiPricingChange = z.input<typeof AiPricingChange>;

export const getAiPricingHistory = endpoint({
  method: 'GET',
  path: '/api/admin/ai-pricing/:id/history',
  summary: 'Changes of one price, newest first',
  params: RowParams,
  reply: z.array(AiPricingChange),
});

export const listAiPricingChanges = endpoint({
  method: 'GET',
  path: '/api/admin/ai-pricing-changes',
  summary: 'Changes of all prices, newest first',
  query: z.object({ limit: limitWithDefault(logPageSize), before: rowId.optional() }),
  reply: z.array(AiPricingChange),
});

export const getCreditStats = endpoint({
  method: 'GET',
  path: '/api/admin/credit-stats',
  summary: 'Credits that people have, and that were used',
  reply: z.object({
    totalCreditsInCirculation: z.number(),
    totalCreditsUsed: z.number(),
    totalTransactions: z.number(),
    averageUserBalance: z.number(),
    usersWithZeroBalance: z.number(),
  }),
});

export const UserCredits = AdminUser.omit({ projects: true, aiRequests: true, aiCost: true });
export type UserCredits = z.input<typeof UserCredits>;

export const listUserCredits = endpoint({
  method: 'GET',
  path: '/api/admin/user-credits',
  summary: 'People with their credits, who joined last first',
  query: adminListQuery(['createdAt', 'name', 'email', 'creditBalance'], 500),
  reply: z.array(UserCredits),
});

const fieldsNeeded = 'Please fill in all fields.';
const amountNeeded = 'Please enter a valid positive amount.';
/** Credits that are given at once. */
const maxGrant = 1_000_000;

export const addCredits = endpoint({
  method: 'POST',
  path: '/api/admin/add-credits',
  summary: 'Give somebody credits, with a reason',
  body: z.object({
    userId: nameText(100, fieldsNeeded),
    amount: z
      .number({ error: ({ input }) => (input == null || input === '' ? fieldsNeeded : amountNeeded) })
      .min(0.01, amountNeeded)
      .max(maxGrant, 'At most 1,000,000 credits can be given at once.')
      .refine((amount) => isRoundTo(amount, 2), amountNeeded),
    reason: nameText(500, fieldsNeeded),
  }),
  reply: z.object({
    userId: z.string(),
    creditBalance: z.number(),
    transaction: CreditEntry.extend({ reason: z.string().nullable() }),
  }),
});

/** Whether a number has no more decimals than that. */
function isRoundTo(value: number, decimals: number): boolean {
  return Number(value.toFixed(decimals)) === value;
}
