import { ModelFailure } from '../failure.ts';
import type { VideoClip, VideoProgress, VideoRequest } from '../models.ts';
import { memberOf } from '../providerAnswer.ts';
import { askGoogle, fetchVideo } from './client.ts';
import { failureOfJob } from './errors.ts';
import type { AgentPlatformSettings } from './settings.ts';

/*
 * Veo on the Agent Platform: a long-running operation, polled by name through its model. It cannot
 * be cancelled.
 */

/** Start an operation and return its name. */
export async function startOperation(
  settings: AgentPlatformSettings,
  { prompt, ratio, durationSeconds, firstFrame }: VideoRequest,
  signal: AbortSignal,
): Promise<string> {
  const { project, location, videoModel, storageUri } = settings;
  const model = `projects/${project}/locations/${location}/publishers/google/models/${videoModel}`;
  const body = {
    instances: [{ prompt, ...(firstFrame && { image: pictureOf(firstFrame) }) }],
    parameters: {
      ...{ sampleCount: 1, durationSeconds, aspectRatio: ratio, resolution: '720p', generateAudio: true },
      ...(storageUri === null ? {} : { storageUri }),
    },
  };
  const path = `/v1/${model}:predictLongRunning`;
  const name = memberOf(await askGoogle(settings, { method: 'POST', path, body }, signal), 'name');
  if (typeof name !== 'string' || !operationPattern.test(name)) throw new ModelFailure('garbled');
  return name;
}

function pictureOf(bytes: Uint8Array) {
  return { bytesBase64Encoded: Buffer.from(bytes).toString('base64'), mimeType: 'image/jpeg' };
}

const operationPattern =
  /^(projects\/[\w:.-]+\/locations\/[\w-]+\/publishers\/google\/models\/[\w.-]+)\/operations\/[\w-]+$/;

export async function pollOperation(
  settings: AgentPlatformSettings,
  name: string,
  signal: AbortSignal,
): Promise<VideoProgress> {
  const model = operationPattern.exec(name)?.[1];
  if (model === undefined) throw new ModelFailure('request');
  const path = `/v1/${model}:fetchPredictOperation`;
  const operation = await askGoogle(
    settings,
    { method: 'POST', path, body: { operationName: name } },
    signal,
  );
  if (memberOf(operation, 'done') !== true) return { status: 'generating' };
  const error = memberOf(operation, 'error');
  if (error !== undefined) throw failureOfJob([error], settings.key);
  return { status: 'done', clip: clipOf(memberOf(operation, 'response')) };
}

function clipOf(response: unknown): VideoClip {
  const videos = memberOf(response, 'videos');
  const video: unknown = Array.isArray(videos) ? videos[0] : undefined;
  const uri = memberOf(video, 'gcsUri');
  if (typeof uri === 'string' && uri !== '') return { uri };
  const data = memberOf(video, 'bytesBase64Encoded');
  if (typeof data === 'string' && data !== '') return { bytes: Buffer.from(data, 'base64') };
  const filtered = Number(memberOf(response, 'raiMediaFilteredCount') ?? 0);
  throw new ModelFailure(filtered > 0 ? 'filtered' : 'noVideo');
}

/** Download a video that the operation has put into Cloud Storage. */
export async function fetchStored(
  settings: AgentPlatformSettings,
  uri: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const [, bucket, object] = /^gs:\/\/([a-z0-9][\w.-]+)\/(.+)$/.exec(uri) ?? [];
  if (bucket === undefined || object === undefined) throw new ModelFailure('garbled');
  const { storageUrl } = settings;
  const url = `${storageUrl}/storage/v1/b/${bucket}/o/${encodeURIComponent(object)}?alt=media`;
  return fetchVideo({ ...settings, baseUrl: storageUrl }, url, signal);
}
