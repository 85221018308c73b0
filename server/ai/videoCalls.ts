import type { Db } from '#server/db/client.ts';
import { unavailable } from '#server/lib/errors.ts';
import { usedElsewhere } from '#server/lib/requestId.ts';
import type { OnSpent } from '#server/lib/spending.ts';
import { errorTexts } from '#shared/errors.ts';
import { costOf, type Price, type PriceRow, type ShownPrice, usdOf } from './cost.ts';
import { disclosedText } from './disclosed.ts';
import type { ModelFailure } from './failure.ts';
import type { VideoEngine, VideoOrder } from './models.ts';
import { priceNow } from './prices.ts';
import { failAiCall, outcomeOf, settleAiCall, startAiCall } from './requests.ts';
import { noSize } from './size.ts';

/**
 * Payment of a scene video. Credits are reserved with the job, then charged or released when it
 * ends minutes later.
 */
export interface VideoCalls {
  /** Null: no video engine is configured. */
  engine: VideoEngine | null;
  /** Return the price shown before the call. Null: there is no price or no engine. */
  price(): Promise<ShownPrice | null>;
  /**
   * Return whether the user sent this request before. Throws when its id was used for another
   * request.
   */
  isKnown(tx: Db, call: VideoCall): Promise<boolean>;
  /**
   * Reserve the price and log the disclosure. `tx` must have locked the project. Throws
   * outOfCredits, over_limit or unavailable.
   */
  reserve(tx: Db, order: VideoOrder, call: VideoCall): Promise<VideoReservation>;
  /**
   * Charge the reserved credits in the transaction that stores the video. False: they had already
   * been released.
   */
  settle(
    tx: Db,
    held: VideoReservation,
    used: VideoUse,
    keep: (credits: number) => Promise<object>,
  ): Promise<boolean>;
  /** Release the reserved credits and log the reason. */
  release(tx: Db, requestId: number, failure: ModelFailure, used: VideoUse): Promise<void>;
}

export interface VideoCall {
  /** The paying user. */
  userId: string;
  projectId: number;
  requestId: string;
  fingerprint: string | null;
  /** Maximum run time of the job. */
  limitMs: number;
}

/** Reservation of a video. `requestId` is the id of the ai_requests row. */
export interface VideoReservation {
  requestId: number;
  /** The price at the time of the reservation. */
  price: Price;
}

/** Data for the usage log. */
export interface VideoUse {
  durationMs: number;
  metadata: Record<string, unknown>;
}

interface VideoDeps {
  db: Db;
  engine: VideoEngine | null;
  onSpent: OnSpent | undefined;
  onLow: ((tx: Db, userId: string, balance: number) => Promise<void>) | undefined;
  /** Credits that all users together may spend in a month. */
  serverLimit: number | null;
}

export const videosAreOff = 'Video generation is not configured.';
export const filmFeature = 'video_generation';
const noTokens = { inputTokens: 0, outputTokens: 0 };

/**
 * Create the payment functions for calls that outlive their request. docs/decisions/0010 applies to
 * them too.
 */
export function videoCalls({ db, engine, onSpent, onLow, serverLimit }: VideoDeps): VideoCalls {
  const priceRow = async (on: Db): Promise<PriceRow | null> =>
    engine && priceNow(on, engine.service, engine.model);
  return {
    engine,
    async price() {
      const row = await priceRow(db);
      return row && { exact: costOf(row, { ...noSize, ...noTokens }).credits };
    },
    async isKnown(tx, { userId, requestId, fingerprint }) {
      const previous = await outcomeOf(tx, userId, requestId);
      if (previous && (previous.feature !== filmFeature || previous.fingerprint !== fingerprint))
        throw usedElsewhere();
      return previous !== null;
    },
    async reserve(tx, order, { userId, projectId, requestId, fingerprint, limitMs }) {
      if (!engine) throw unavailable(videosAreOff);
      const row = await priceRow(tx);
      if (!row) throw unavailable(errorTexts.aiUnavailable);
      const { credits } = costOf(row, { ...noSize, ...noTokens });
      const id = await startAiCall(tx, {
        ...{ userId, projectId, requestId, fingerprint, engine },
        ...{ feature: filmFeature, task: order.task, leaseMs: limitMs },
        reservation: credits > 0 ? { min: credits, max: credits, serverLimit } : null,
        disclosure: disclosedText(order),
      });
      const { pricingType, inputCostPer1k, outputCostPer1k, fixedCostPerRequest } = row;
      const price = { pricingType, inputCostPer1k, outputCostPer1k, fixedCostPerRequest };
      // A concurrent request of this project waits for its lock, so this id was used in another
      // project.
      if (id === null) throw usedElsewhere();
      return { requestId: id, price };
    },
    settle(tx, { requestId, price }, { durationMs, metadata }, keep) {
      const cost = costOf(price, { ...noSize, ...noTokens });
      return settleAiCall(tx, requestId, {
        usage: { ...noTokens, requestDuration: durationMs, metadata: { ...metadata, price } },
        cost: {
          credits: cost.credits,
          usd: (credits) => (credits < cost.credits ? usdOf(credits) : cost.usd),
        },
        keep: (_tx, credits) => keep(credits),
        ...{ onSpent, onLow },
      });
    },
    async release(tx, requestId, failure, { durationMs, metadata }) {
      await failAiCall(tx, requestId, failure.toHttpError('google_veo'), {
        requestDuration: durationMs,
        errorMessage: failure.summary,
        metadata: { ...metadata, failure: failure.kind },
      });
    },
  };
}
