import type { Logger } from 'pino';
import type { Db } from '#server/db/client.ts';
import type { OnSpent } from '#server/lib/spending.ts';
import type { Ai, AiNeed } from './calls.ts';
import { enginePrices } from './enginePrices.ts';
import { ModelFailure } from './failure.ts';
import { meteredCalls } from './meteredCalls.ts';
import type { Engine, Models } from './models.ts';
import { noSize, questionSize, speechSize } from './size.ts';
import { videoCalls } from './videoCalls.ts';
import type { Limits } from './withinLimit.ts';

interface MeteredDeps {
  db: Db;
  models: Models;
  log: Logger;
  limits?: Limits;
  /** Receives the monthly total after a charge, in the transaction of the charge. */
  onSpent?: OnSpent;
  /** Called when a charge makes a balance low, in the transaction of the charge. */
  onLow?: (tx: Db, userId: string, balance: number) => Promise<void>;
  /** Credits that all users together may spend in a month. Default: no limit. */
  serverLimit?: number | null;
}

const defaultLimits: Limits = { callMs: 300_000, graceMs: 2_000 };

/**
 * Create the only entry point to models. Steps of a call: find the price, reserve credits and log
 * the disclosure, call, log the usage, settle or release. See docs/decisions/0010 and 0012.
 */
export function metered({
  db,
  models,
  log,
  onSpent,
  onLow,
  limits = defaultLimits,
  serverLimit = null,
}: MeteredDeps): Ai {
  const prices = enginePrices(db);
  const runOnce = meteredCalls({ db, log, limits, prices, onSpent, onLow, serverLimit });
  const engines: Record<AiNeed, Engine> = {
    chat: models.text,
    script_analysis: models.text,
    image_generation: models.pictures,
    speech: models.speech,
    sound_effect: models.sounds,
    voice_design: models.voices,
  };
  const engineOf = (feature: AiNeed): Engine => engines[feature];

  return {
    ...textCalls(models, runOnce),
    ...pictureCalls(models, runOnce),
    ...voiceCalls(models, runOnce),
    listVoices: (signal) => runUnmetered(models.voices, models.voices.listVoices(signal)),
    voicePreview: (voice, signal) => runUnmetered(models.voices, models.voices.previewOf(voice, signal)),
    priceOfSpeech: () => prices.speechPriceOf(models.speech),
    priceOf: (feature, size = noSize) => prices.shownPriceOf(engineOf(feature), size),
    engineOf,
    contextTokens: models.text.contextTokens,
    film: videoCalls({ db, engine: models.film, onSpent, onLow, serverLimit }),
  };
}

type RunOnce = ReturnType<typeof meteredCalls>;

function textCalls({ text }: Models, runOnce: RunOnce): Pick<Ai, 'reply' | 'analyse'> {
  return {
    reply: (feature, question, call) =>
      runOnce({
        feature,
        call,
        engine: text,
        input: question,
        size: questionSize(question),
        ask: (run) => text.reply(question, run),
      }),
    analyse: (feature, question, call) =>
      runOnce({
        feature,
        call,
        engine: text,
        input: question,
        size: questionSize(question),
        ask: (run) => text.analyse(question, run),
      }),
  };
}

function pictureCalls({ pictures }: Models, runOnce: RunOnce): Pick<Ai, 'draw'> {
  return {
    draw: (feature, order, call) =>
      runOnce({
        feature,
        call,
        engine: pictures,
        input: order,
        size: noSize,
        ask: (run) => pictures.draw(order, run),
      }),
  };
}

function voiceCalls(
  { speech, sounds, voices }: Models,
  runOnce: RunOnce,
): Pick<Ai, 'speak' | 'makeSound' | 'designVoice'> {
  const feature = 'voice_generation';
  return {
    speak: (order, call) =>
      runOnce({
        feature,
        call,
        engine: speech,
        input: order,
        size: speechSize(order.text),
        ask: (run) => speech.speak(order, run),
      }),
    makeSound: (order, call) =>
      runOnce({
        feature,
        call,
        engine: sounds,
        input: order,
        size: noSize,
        ask: (run) => sounds.makeSound(order, run),
      }),
    designVoice: (order, call) =>
      runOnce({
        feature,
        call,
        engine: voices,
        input: order,
        size: noSize,
        ask: (run) => voices.designVoice(order, run),
      }),
  };
}

/** Run a call that is free and not logged. */
async function runUnmetered<T>({ service }: Engine, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof ModelFailure ? error.toHttpError(service) : error;
  }
}
