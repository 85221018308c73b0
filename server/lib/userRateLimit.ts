import type { FastifyInstance, FastifyRequest } from 'fastify';
import { downloadAccount, uploadPhoto } from '#shared/contract/account.ts';
import { updateSceneSummaries } from '#shared/contract/ai.ts';
import { chat, improve } from '#shared/contract/assistant.ts';
import { generateDialogueAudio, generateSoundEffect, generateSpeech } from '#shared/contract/audio.ts';
import {
  cancelSubscription,
  confirmPayment,
  confirmTestPayment,
  createPaymentIntent,
  createSubscription,
} from '#shared/contract/billing.ts';
import {
  generateAvatar,
  generateStyleDescription,
  generateVoiceDescription,
} from '#shared/contract/characters.ts';
import { exportComparison, readComparedFile } from '#shared/contract/comparing.ts';
import { generateConceptImage } from '#shared/contract/concept.ts';
import { changeScript } from '#shared/contract/edits.ts';
import { createIssue, downloadCopies, previewIssue, printIssue } from '#shared/contract/issues.ts';
import { pollLiveChannel, sendLiveMessages } from '#shared/contract/live.ts';
import { exportArchive, exportPrint, exportScript, exportStoryboard } from '#shared/contract/projects.ts';
import { generateSceneImage, generateSceneVideo } from '#shared/contract/scenes.ts';
import { generateCharacterTemplate, generateSceneTemplate } from '#shared/contract/templates.ts';
import { analyseTension } from '#shared/contract/tension.ts';
import { designVoice } from '#shared/contract/voices.ts';
import type { EndpointShape } from '#shared/endpoint.ts';
import { admission } from './access.ts';
import type { Deps } from './deps.ts';
import { tooManyRequests } from './errors.ts';

const windowMs = 60_000;

interface Limit {
  name: string;
  perMinute: number;
  endpoints: readonly EndpointShape[];
  /** Weight of a call; default 1. */
  amountOf?: (request: FastifyRequest) => number;
  /** Description of the action, for the message. */
  did: string;
}

/**
 * Limits per user and minute, in all tabs. Far above manual use; they keep a loop from taking the
 * server, and the provider's quota, from others.
 */
const limits: readonly Limit[] = [
  {
    name: 'ai',
    perMinute: 60,
    endpoints: [
      ...[chat, improve, updateSceneSummaries, analyseTension, generateSceneTemplate],
      ...[generateCharacterTemplate, generateVoiceDescription, generateStyleDescription],
      ...[generateAvatar, generateSceneImage, generateConceptImage, generateSceneVideo],
    ],
    did: 'Too many AI requests in the last minute.',
  },
  {
    // A table read requests its lines one after another, and short ones are spoken fast.
    name: 'heard',
    perMinute: 600,
    endpoints: [generateSpeech, generateDialogueAudio, generateSoundEffect],
    did: 'Too many audio requests in the last minute.',
  },
  {
    name: 'voices',
    perMinute: 10,
    endpoints: [designVoice],
    did: 'Too many voice designs in the last minute.',
  },
  {
    name: 'export',
    perMinute: 60,
    endpoints: [
      ...[exportScript, exportPrint, exportComparison, readComparedFile],
      ...[exportStoryboard, exportArchive, downloadAccount],
      ...[previewIssue, createIssue, printIssue, downloadCopies],
    ],
    did: 'Too many exports in the last minute.',
  },
  {
    name: 'payments',
    perMinute: 30,
    endpoints: [
      ...[createSubscription, createPaymentIntent, confirmPayment, confirmTestPayment, cancelSubscription],
    ],
    did: 'Too many payment attempts in the last minute.',
  },
  {
    name: 'photo',
    perMinute: 20,
    endpoints: [uploadPhoto],
    did: 'Too many photos in the last minute.',
  },
  {
    // A poll and a call with messages a second, from as many tabs as a project permits.
    name: 'live',
    perMinute: 2400,
    endpoints: [sendLiveMessages, pollLiveChannel],
    did: 'Too many live updates in the last minute.',
  },
  {
    // Five of the largest changes that one call can make.
    name: 'edits',
    perMinute: 100_000,
    endpoints: [changeScript],
    amountOf: ({ body }) => editsIn(body),
    did: 'Too many script changes in the last minute.',
  },
];

/** Check the limit before the handler of every call, once the user is known. */
export function limitRatePerUser(app: FastifyInstance, { counter }: Pick<Deps, 'counter'>): void {
  const limitOf = new Map(limits.flatMap((limit) => limit.endpoints.map((endpoint) => [endpoint, limit])));

  app.addHook('preHandler', async (request) => {
    const { endpoint } = request.routeOptions.config;
    const limit = endpoint && limitOf.get(endpoint);
    const { user } = admission(request);
    if (!limit || !user) return;
    const amount = limit.amountOf?.(request) ?? 1;
    const { current, ttlMs } = await counter.add(`${limit.name}:${user.id}`, windowMs, amount);
    if (current <= limit.perMinute) return;
    const seconds = Math.max(1, Math.ceil(ttlMs / 1000));
    throw tooManyRequests(seconds, `${limit.did} Please try again in ${seconds} seconds.`);
  });
}

/** Count the edits in a body that is not validated yet. */
function editsIn(body: unknown): number {
  const edits = typeof body === 'object' && body !== null && 'edits' in body ? body.edits : undefined;
  return Array.isArray(edits) ? edits.length : 1;
}
