import type { FastifyInstance } from 'fastify';
import { recordActivity } from '#server/lib/activity.ts';
import type { Deps } from '#server/lib/deps.ts';
import { mount } from '#server/lib/mount.ts';
import { idempotencyKey } from '#server/lib/requestId.ts';
import {
  addCredits,
  getAiPricingHistory,
  getAiUsageStats,
  getCreditStats,
  getDashboardStats,
  listAiPricing,
  listAiPricingChanges,
  listAiUsage,
  listUserCredits,
  updateAiPricing,
} from '#shared/contract/dashboard.ts';
import { findUsers } from './admin.queries.ts';
import { creditStats, dashboardStats, usageStats } from './dashboard.queries.ts';
import { grantCredits } from './grants.service.ts';
import { allPrices, changePrice, priceChanges, requirePrice } from './pricing.service.ts';
import { findUsage } from './usageLog.queries.ts';

/** Maximum number of history entries of one price. */
const maxHistory = 500;

export function dashboardRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  mount(app, getDashboardStats, 'admin', async () => dashboardStats(db));

  mount(app, getAiUsageStats, 'admin', async ({ query }) => usageStats(db, query.range));

  mount(app, listAiUsage, 'admin', async ({ query }) => findUsage(db, query));

  mount(app, listAiPricing, 'admin', async () => allPrices(db));

  mount(app, updateAiPricing, 'admin', async ({ user, params, body, request }) =>
    db.transaction(async (tx) => {
      const { price, action } = await changePrice(tx, params.id, user.id, body);
      const details = { service: price.service, model: price.model, action };
      await recordActivity(tx, request, { userId: user.id, action: 'admin.pricing', details });
      return price;
    }),
  );

  mount(app, getAiPricingHistory, 'admin', async ({ params }) => {
    await requirePrice(db, params.id);
    return priceChanges(db, { pricingId: params.id, limit: maxHistory });
  });

  mount(app, listAiPricingChanges, 'admin', async ({ query }) =>
    priceChanges(db, { pricingId: null, ...query }),
  );

  mount(app, getCreditStats, 'admin', async () => creditStats(db));

  mount(app, listUserCredits, 'admin', async ({ query }) => findUsers(db, query));

  mount(app, addCredits, 'admin', async ({ user, body, request }) =>
    db.transaction(async (tx) => {
      const requestKey = idempotencyKey(request);
      const { isNew, ...granted } = await grantCredits(tx, { ...body, adminUserId: user.id, requestKey });
      const details = { userId: body.userId, amount: body.amount };
      if (isNew) await recordActivity(tx, request, { userId: user.id, action: 'admin.credits', details });
      return granted;
    }),
  );
}
