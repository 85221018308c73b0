import type { Price, PriceRow } from './cost.ts';
import { priceForLog } from './enginePrices.ts';
import { ModelFailure } from './failure.ts';
import type { Engine, ModelAnswer } from './models.ts';
import type { AiCallUsage } from './requests.ts';

/** Part of a job that is recorded. */
interface RecordedJob {
  engine: Engine;
  call: { about?: Record<string, unknown> };
}

/** Measurements of a running call for the usage log. */
export class CallRecord {
  readonly #startedMs = performance.now();
  readonly #metadata: Record<string, unknown>;

  constructor({ call, engine }: RecordedJob, price: Price | PriceRow, maxCredits: number) {
    this.#metadata = { ...call.about, isBuiltIn: engine.isBuiltIn, upTo: maxCredits };
    if ('id' in price) this.#metadata.price = priceForLog(price);
  }

  noteText(): void {
    this.#metadata.firstTextMs ??= this.#elapsedMs();
  }

  usageOf({ usage, ending, details }: ModelAnswer<unknown>): AiCallUsage {
    const callUsage: AiCallUsage = {
      inputTokens: usage.inputTokens,
      outputTokens: usage.outputTokens,
      requestDuration: this.#elapsedMs(),
      metadata: { ...this.#metadata, ...details, ending, isEstimated: usage.isEstimated },
    };
    if (ending === 'cut') callUsage.errorMessage = new ModelFailure('cut').summary;
    return callUsage;
  }

  usageOfFailure(failure: ModelFailure | null): AiCallUsage {
    return {
      requestDuration: this.#elapsedMs(),
      metadata: { ...this.#metadata, ...failure?.facts.details, failure: failure?.kind ?? 'ours' },
    };
  }

  #elapsedMs(): number {
    return Math.round(performance.now() - this.#startedMs);
  }
}
