import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { CreditEntry } from './account.ts';
import { AdminUser, adminListQuery, limitWithDefault } from './admin.ts';
import { date, nameText, RowParams, rowId, storableText } from './fields.ts';

/*
 * The administrators' dashboard: use and cost of AI, its prices, and credits
 * (docs/spec/administration.md).
 */

/** Seconds between two refreshes of the figures. */
export const statsRefreshSeconds = 30;
export const usageRefreshSeconds = 60;
/** A user with an action within this number of days counts as active. */
export const activeUserDays = 30;
export const maxTopUsers = 10;
/** Number of features shown in the breakdown. */
export const shownFeatures = 6;
/** Default number of entries of the log of AI calls. */
export const logPageSize = 50;

/** Ranges of the usage figures, in whole hours or days (UTC), including the current one. */
export const usageRanges = ['24h', '7d', '30d', '90d'] as const;
export type UsageRange = (typeof usageRanges)[number];
export const defaultUsageRange: UsageRange = '7d';

/** Features as named in prices and logs. */
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
  summary: 'Numbers of users, projects and AI calls, and costs; days are in UTC',
  reply: z.object({
    totalUsers: z.number(),
    activeUsers: z.number(),
    todayAiRequests: z.number(),
    totalAiRequests: z.number(),
    todayAiCost: z.number(),
    totalAiCost: z.number(),
    totalProjects: z.number(),
    /** Highest cost first. */
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
    /** Start of each hour or day, ascending. */
    times: z.array(date),
    /** Figures by time and feature. Hours or days without calls have no entry. */
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
    /** Id of the last entry of the previous page. All pages take the same time. */
    before: rowId.optional(),
    /** Part of the user's address or name. */
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
  /** Id of the latest change. Null: the price was never changed. */
  lastChangeId: z.number().nullable(),
});
export type AiPricing = z.input<typeof AiPricing>;

export const listAiPricing = endpoint({
  method: 'GET',
  path: '/api/admin/ai-pricing',
  summary: 'Prices of AI calls, active ones first',
  reply: z.array(AiPricing),
});

/** Decimals of stored prices. A price with more is rejected instead of rounded. */
export const priceDecimals = 4;
const maxPriceUsd = 10_000;

const priceUsd = z
  .number({ error: 'Prices are numbers.' })
  .min(0, 'Prices cannot be negative.')
  .max(maxPriceUsd, 'Prices are at most 10,000 dollars.')
  .refine((usd) => isRoundTo(usd, priceDecimals), 'Prices have at most four decimals.');

/** A blank field is 0. */
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
    'Change a price, deactivate it or activate it again, with a reason; running calls keep the old price',
  params: RowParams,
  body: z.object({
    /** Only the fields of this price type are used. */
    inputCostPer1k: priceField,
    outputCostPer1k: priceField,
    fixedCostPerRequest: priceField,
    isActive: z.boolean().optional(),
    effectiveUntil: date.nullable().optional(),
    reason: nameText(500, 'Please provide a reason for the pricing change.'),
    /**
     * `lastChangeId` of the values that the change is based on. The change is rejected if another
     * administrator has changed the price since.
     */
    lastChangeId: z.number().nullable().optional(),
  }),
  reply: AiPricing,
});

export const pricingActions = ['update', 'deactivate', 'reactivate'] as const;

/** Values of a price before or after a change. */
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
  /** Address of the administrator. Null: the account was deleted. */
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
  summary: 'Credits of all users, and used credits',
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
  summary: 'Users with their credits, newest first',
  query: adminListQuery(['createdAt', 'name', 'email', 'creditBalance'], 500),
  reply: z.array(UserCredits),
});

const fieldsNeeded = 'Please fill in all fields.';
const amountNeeded = 'Please enter a valid positive amount.';
/** Maximum number of credits granted at once. */
const maxGrant = 1_000_000;

export const addCredits = endpoint({
  method: 'POST',
  path: '/api/admin/add-credits',
  summary: 'Grant credits to a user, with a reason',
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

/** Return whether a number has at most this many decimals. */
function isRoundTo(value: number, decimals: number): boolean {
  return Number(value.toFixed(decimals)) === value;
}
