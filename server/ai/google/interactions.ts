import { ModelFailure } from '../failure.ts';
import type { VideoClip, VideoProgress, VideoRequest } from '../models.ts';
import { memberOf } from '../providerAnswer.ts';
import { askGoogle } from './client.ts';
import { failureOfJob } from './errors.ts';
import type { GoogleSettings } from './settings.ts';

/*
 * The Interactions API: a background job that is polled by id. `store` is required for polling. The
 * video is requested as an address, because an inline one would be tens of megabytes of text.
 */

const interactions = '/v1/interactions';

/** Start a job and return its id. If the answer is lost, it is unknown whether a job started. */
export async function startInteraction(
  settings: GoogleSettings,
  { prompt, ratio, durationSeconds, firstFrame }: VideoRequest,
  signal: AbortSignal,
): Promise<string> {
  const body = {
    model: settings.videoModel,
    input: firstFrame ? [pictureOf(firstFrame), { type: 'text', text: prompt }] : prompt,
    ...{ background: true, store: true },
    response_format: {
      type: 'video',
      duration: `${durationSeconds}s`,
      resolution: '720p',
      aspect_ratio: ratio,
      delivery: 'uri',
    },
    generation_config: { video_config: { task: firstFrame ? 'image_to_video' : 'text_to_video' } },
  };
  const answer = await askGoogle(settings, { method: 'POST', path: interactions, body }, signal);
  const id = memberOf(answer, 'id');
  if (typeof id !== 'string' || !/^[\w.:/-]{1,300}$/.test(id)) throw new ModelFailure('garbled');
  return id;
}

function pictureOf(bytes: Uint8Array) {
  return { type: 'image', data: Buffer.from(bytes).toString('base64'), mime_type: 'image/jpeg' };
}

export async function pollInteraction(
  settings: GoogleSettings,
  id: string,
  signal: AbortSignal,
): Promise<VideoProgress> {
  const path = `${interactions}/${encodeURIComponent(id)}`;
  return progressOf(await askGoogle(settings, { method: 'GET', path }, signal), settings.key);
}

export async function cancelInteraction(
  settings: GoogleSettings,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const path = `${interactions}/${encodeURIComponent(id)}/cancel`;
  await askGoogle(settings, { method: 'POST', path }, signal);
}

/** Convert the status. Throws ModelFailure for a job that ended without a video. */
function progressOf(interaction: unknown, key: string | null): VideoProgress {
  const status = memberOf(interaction, 'status');
  if (status === 'queued') return { status: 'queued' };
  if (status === 'completed') return { status: 'done', clip: clipOf(interaction, key) };
  if (status === 'failed' || status === 'incomplete') throw failureOfJob(errorsOf(interaction), key);
  if (status === 'cancelled') throw new ModelFailure('stopped');
  if (status === 'budget_exceeded') throw new ModelFailure('quota', { code: status });
  // The job waits for a tool that we do not offer.
  if (status === 'requires_action' || status === 'requires_continuation')
    throw new ModelFailure('request', { code: status });
  // Treat an unknown status as running.
  return { status: 'generating' };
}

function clipOf(interaction: unknown, key: string | null): VideoClip {
  const content = [
    ...listOf(memberOf(interaction, 'steps'))
      .filter((step) => memberOf(step, 'type') === 'model_output')
      .flatMap((step) => listOf(memberOf(step, 'content'))),
    memberOf(interaction, 'output_video'),
  ];
  for (const block of content) {
    if (memberOf(block, 'type') !== 'video') continue;
    const uri = memberOf(block, 'uri');
    if (typeof uri === 'string' && uri !== '') return { uri };
    const data = memberOf(block, 'data');
    if (typeof data === 'string' && data !== '') return { bytes: Buffer.from(data, 'base64') };
  }
  throw failureOfJob(errorsOf(interaction), key);
}

function errorsOf(interaction: unknown): unknown[] {
  const ofSteps = listOf(memberOf(interaction, 'steps')).map((step) => memberOf(step, 'error'));
  return [...listOf(memberOf(interaction, 'errors')), ...ofSteps].filter((error) => error !== undefined);
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
