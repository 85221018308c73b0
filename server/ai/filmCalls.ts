import type { Db } from '#server/db/client.ts';
import { unavailable } from '#server/lib/errors.ts';
import { usedElsewhere } from '#server/lib/requestId.ts';
import type { OnSpent } from '#server/lib/spending.ts';
import { errorTexts } from '#shared/errors.ts';
import { costOf, type Price, type PriceRow, type ShownPrice, usdOf } from './cost.ts';
import { disclosedText } from './disclosed.ts';
import type { ModelFailure } from './failure.ts';
import type { FilmEngine, FilmOrder } from './models.ts';
import { priceNow } from './prices.ts';
import { failAiCall, outcomeOf, settleAiCall, startAiCall } from './requests.ts';
import { noSize } from './size.ts';

/** How a film is paid: held when its job is written down, charged or given back when that ends, minutes later. */
export interface FilmCalls {
  /** Null: none is configured. */
  engine: FilmEngine | null;
  /** To show before the press. Null: there is no price, or no engine. */
  price(): Promise<ShownPrice | null>;
  /** Whether the same person sent the same request before. Throws when that was another request by the same name. */
  isKnown(tx: Db, call: FilmCall): Promise<boolean>;
  /**
   * Holds the price, and notes what is about to leave the server, in a transaction that holds the project. Throws
   * outOfCredits, or over_limit, or unavailable.
   */
  hold(tx: Db, order: FilmOrder, call: FilmCall): Promise<FilmReservation>;
  /** Charges what was held, in the transaction that keeps the film. False: it had been given back. */
  settle(
    tx: Db,
    held: FilmReservation,
    used: FilmUse,
    keep: (credits: number) => Promise<object>,
  ): Promise<boolean>;
  /** Gives it back, and writes down why. */
  giveBack(tx: Db, requestId: number, failure: ModelFailure, used: FilmUse): Promise<void>;
}

export interface FilmCall {
  /** Who pays. */
  userId: string;
  projectId: number;
  requestId: string;
  fingerprint: string | null;
  /** The longest that the job may run. */
  limitMs: number;
}

/** What is held, by the row of ai_requests. */
export interface FilmReservation {
  requestId: number;
  /** As it was then. */
  price: Price;
}

/** For the usage log. */
export interface FilmUse {
  durationMs: number;
  metadata: Record<string, unknown>;
}

interface FilmDeps {
  db: Db;
  engine: FilmEngine | null;
  onSpent: OnSpent | undefined;
  onLow: ((tx: Db, userId: string, balance: number) => Promise<void>) | undefined;
}

export const filmsAreOff = 'Video generation is not configured.';
export const filmFeature = 'video_generation';
const noTokens = { inputTokens: 0, outputTokens: 0 };

/** Calls that outlive the request that makes them; everything else of docs/decisions/0010 holds for them, too. */
export function filmCalls({ db, engine, onSpent, onLow }: FilmDeps): FilmCalls {
  const priceRow = async (on: Db): Promise<PriceRow | null> =>
    engine && priceNow(on, engine.service, engine.model);
  return {
    engine,
    async price() {
      const row = await priceRow(db);
      return row && { exact: costOf(row, { ...noSize, ...noTokens }).credits };
    },
    async isKnown(tx, { userId, requestId, fingerprint }) {
      const known = await outcomeOf(tx, userId, requestId);
      if (known && (known.feature !== filmFeature || known.fingerprint !== fingerprint))
        throw usedElsewhere();
      return known !== null;
    },
    async hold(tx, order, { userId, projectId, requestId, fingerprint, limitMs }) {
      if (!engine) throw unavailable(filmsAreOff);
      const row = await priceRow(tx);
      if (!row) throw unavailable(errorTexts.aiUnavailable);
      const { credits } = costOf(row, { ...noSize, ...noTokens });
      const id = await startAiCall(tx, {
        ...{ userId, projectId, requestId, fingerprint, engine },
        ...{ feature: filmFeature, task: order.task, leaseMs: limitMs },
        hold: credits > 0 ? { least: credits, max: credits } : null,
        words: disclosedText(order),
      });
      const { pricingType, inputCostPer1k, outputCostPer1k, fixedCostPerRequest } = row;
      const price = { pricingType, inputCostPer1k, outputCostPer1k, fixedCostPerRequest };
      // Two of the same at once: the project was held, so one of them came first under another project.
      if (id === null) throw usedElsewhere();
      return { requestId: id, price };
    },
    settle(tx, { requestId, price }, { durationMs, metadata }, keep) {
      const cost = costOf(price, { ...noSize, ...noTokens });
      return settleAiCall(tx, requestId, {
        used: { ...noTokens, requestDuration: durationMs, metadata: { ...metadata, price } },
        owed: {
          credits: cost.credits,
          usd: (credits) => (credits < cost.credits ? usdOf(credits) : cost.usd),
        },
        keep: (_tx, credits) => keep(credits),
        ...{ onSpent, onLow },
      });
    },
    async giveBack(tx, requestId, failure, { durationMs, metadata }) {
      await failAiCall(tx, requestId, failure.refusal('google_veo'), {
        requestDuration: durationMs,
        errorMessage: failure.summary,
        metadata: { ...metadata, failure: failure.kind },
      });
    },
  };
}
