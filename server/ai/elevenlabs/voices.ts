import { z } from 'zod';
import { ModelFailure } from '../failure.ts';
import type { DesignedVoice, LibraryVoice, ModelAnswer, VoiceRequest } from '../models.ts';
import { isAllowedAddress, readBytes, readJson } from '../providerCall.ts';
import { audioQuery } from './audio.ts';
import { askElevenLabs, type ElevenLabs, maxAnswerBytes } from './client.ts';

const pageSize = '100';
/** Maximum number of pages. An account has a few hundred voices. */
const maxPages = 30;
const maxPreviewBytes = 8_000_000;

// The fields that we use of answers. Other fields are ignored.
const text = z.string().nullish();
const voiceShape = z.object({
  ...{ voice_id: z.string(), name: text, category: text, description: text, preview_url: text },
  labels: z.record(z.string(), text).nullish(),
  fine_tuning: z.object({ language: text }).nullish(),
  sharing: z.object({ liked_by_count: z.number().nullish() }).nullish(),
});
const pageShape = z.object({ voices: z.array(voiceShape), has_more: z.boolean(), next_page_token: text });
const samplesShape = z.object({
  previews: z.array(
    z.object({ generated_voice_id: z.string(), audio_base_64: z.string(), duration_secs: z.number() }),
  ),
});
const createdShape = z.object({ voice_id: z.string() });

export async function listAllVoices(provider: ElevenLabs, signal: AbortSignal): Promise<LibraryVoice[]> {
  const voices: LibraryVoice[] = [];
  let token: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const query = { page_size: pageSize, ...(token !== undefined && { next_page_token: token }) };
    const call = { resource: 'voices', path: '/v2/voices', query } as const;
    const result = await askElevenLabs(provider, call, signal, (response) =>
      readJson(response, maxAnswerBytes, pageShape),
    );
    voices.push(...result.voices.map(libraryVoice));
    if (!result.has_more || !result.next_page_token || result.next_page_token === token) break;
    token = result.next_page_token;
  }
  return voices;
}

/** Convert a voice of the provider. Unknown properties are left out (decision OQ-95). */
function libraryVoice(voice: z.infer<typeof voiceShape>): LibraryVoice {
  const { voice_id, name, category, description, labels, preview_url, fine_tuning, sharing } = voice;
  const { language } = fine_tuning ?? {};
  const { liked_by_count } = sharing ?? {};
  const entry: LibraryVoice = { voice_id, name: name ?? voice_id };
  if (category) entry.category = category;
  if (description) entry.description = description;
  const knownLabels = Object.entries(labels ?? {}).filter((label): label is [string, string] =>
    Boolean(label[1]),
  );
  if (knownLabels.length > 0) entry.labels = Object.fromEntries(knownLabels);
  if (preview_url) entry.preview_url = preview_url;
  if (language) entry.fine_tuning = { language };
  if (liked_by_count != null) entry.sharing = { liked_by_count };
  return entry;
}

/** Download the preview from the provider's address, without sending the key. */
export async function fetchPreview(
  { settings }: ElevenLabs,
  { preview_url }: LibraryVoice,
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  if (preview_url === undefined || !isAllowedAddress(preview_url, settings.baseUrl)) return null;
  try {
    const response = await fetch(preview_url, { redirect: 'error', signal });
    if (!response.ok) throw new ModelFailure('broken', { status: response.status });
    return await readBytes(response, maxPreviewBytes);
  } catch (error) {
    throw error instanceof ModelFailure ? error : new ModelFailure(signal.aborted ? 'slow' : 'cut');
  }
}

/** Request three samples for a description, then create a voice from the first one. */
export async function designInTwoSteps(
  provider: ElevenLabs,
  order: VoiceRequest,
  signal: AbortSignal,
): Promise<ModelAnswer<DesignedVoice>> {
  const voice_description = voiceDescriptionOf(order);
  const body = { voice_description, model_id: provider.settings.voiceModel, auto_generate_text: true };
  const { previews } = await askElevenLabs(
    provider,
    { resource: 'design', path: '/v1/text-to-voice/design', query: audioQuery, body },
    signal,
    (response) => readJson(response, maxAnswerBytes, samplesShape),
  );
  const [sample] = previews;
  if (!sample) throw new ModelFailure('empty');
  const { gender, age, accent } = order;
  const { generated_voice_id } = sample;
  const voice = { voice_name: order.voiceName, voice_description, generated_voice_id };
  const created = await askElevenLabs(
    provider,
    { resource: 'design', path: '/v1/text-to-voice', body: { ...voice, labels: { gender, age, accent } } },
    signal,
    (response) => readJson(response, maxAnswerBytes, createdShape),
  );
  const preview = Buffer.from(sample.audio_base_64, 'base64');
  return {
    value: { voiceId: created.voice_id, preview: preview.length > 0 ? preview : null },
    usage: { inputTokens: 0, outputTokens: 0, isEstimated: false },
    ending: 'whole',
    details: { previewSeconds: sample.duration_secs },
  };
}

const ages = { young: 'young', middle_aged: 'middle-aged', old: 'old' } as const;
const accents = {
  american: 'American',
  british: 'British',
  australian: 'Australian',
  irish: 'Irish',
  scottish: 'Scottish',
  south_african: 'South African',
} as const;

/**
 * Put gender, age and accent into the description, since the API has no fields for them. 20 to
 * 1,000 characters.
 */
export function voiceDescriptionOf({ gender, age, accent, accentStrength, prompt }: VoiceRequest): string {
  const strength = accentStrength < 0.34 ? 'slight' : accentStrength < 0.67 ? 'clear' : 'strong';
  const person = `${age === 'old' ? 'An' : 'A'} ${ages[age]} ${gender} voice`;
  const words = `${person} with a ${strength} ${accents[accent]} accent. ${prompt.trim()}`;
  return words.slice(0, 1000).toWellFormed();
}
