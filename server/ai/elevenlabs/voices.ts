import type { ElevenLabs as Api } from '@elevenlabs/elevenlabs-js';
import { ModelFailure } from '../failure.ts';
import type { DesignedVoice, LibraryVoice, ModelAnswer, VoiceRequest } from '../models.ts';
import { outputFormat } from './audio.ts';
import { askElevenLabs, type ElevenLabs } from './client.ts';

const pageSize = 100;
/** Maximum number of pages. An account has a few hundred voices. */
const maxPages = 30;
const maxPreviewBytes = 8_000_000;

export async function listAllVoices(provider: ElevenLabs, signal: AbortSignal): Promise<LibraryVoice[]> {
  const voices: LibraryVoice[] = [];
  let nextPageToken: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const result = await askElevenLabs(
      provider,
      'voices',
      signal,
      (api, conditions) => {
        const query = nextPageToken === undefined ? { pageSize } : { pageSize, nextPageToken };
        return api.voices.search(query, conditions).withRawResponse();
      },
      async (answer) => answer,
    );
    voices.push(...result.voices.map(libraryVoice));
    if (!result.hasMore || !result.nextPageToken || result.nextPageToken === nextPageToken) break;
    nextPageToken = result.nextPageToken;
  }
  return voices;
}

/** Convert a voice of the SDK. Unknown properties are left out (decision OQ-95). */
function libraryVoice(voice: Api.Voice): LibraryVoice {
  const { voiceId, name, category, description, labels, previewUrl, fineTuning, sharing } = voice;
  const { language } = fineTuning ?? {};
  const { likedByCount } = sharing ?? {};
  const entry: LibraryVoice = { voice_id: voiceId, name: name ?? voiceId };
  if (category) entry.category = category;
  if (description) entry.description = description;
  const knownLabels = Object.entries(labels ?? {}).filter((label): label is [string, string] =>
    Boolean(label[1]),
  );
  if (knownLabels.length > 0) entry.labels = Object.fromEntries(knownLabels);
  if (previewUrl) entry.preview_url = previewUrl;
  if (language) entry.fine_tuning = { language };
  if (likedByCount != null) entry.sharing = { liked_by_count: likedByCount };
  return entry;
}

/** Download the preview from the provider's address, without sending the key. */
export async function fetchPreview(
  { settings }: ElevenLabs,
  { preview_url }: LibraryVoice,
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  if (preview_url === undefined || !isAllowedAddress(preview_url, settings.baseUrl)) return null;
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    const response = await fetch(preview_url, { redirect: 'error', signal });
    if (!response.ok) throw new ModelFailure('broken', { status: response.status });
    for await (const piece of response.body ?? []) {
      length += piece.length;
      if (length > maxPreviewBytes) throw new ModelFailure('garbled');
      pieces.push(piece);
    }
  } catch (error) {
    throw error instanceof ModelFailure ? error : new ModelFailure(signal.aborted ? 'slow' : 'cut');
  }
  return Buffer.concat(pieces);
}

/** Return whether the address is public or belongs to the configured server. */
function isAllowedAddress(url: string, baseUrl: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, origin } = new URL(url);
  const isName = /[a-z]/i.test(hostname) && hostname.includes('.') && !hostname.startsWith('[');
  return origin === new URL(baseUrl).origin || (protocol === 'https:' && isName);
}

/** Request three samples for a description, then create a voice from the first one. */
export async function designInTwoSteps(
  provider: ElevenLabs,
  order: VoiceRequest,
  signal: AbortSignal,
): Promise<ModelAnswer<DesignedVoice>> {
  const { voiceModel: modelId } = provider.settings;
  const voiceDescription = voiceDescriptionOf(order);
  const [sample] = await askElevenLabs(
    provider,
    'design',
    signal,
    (api, conditions) =>
      api.textToVoice
        .design(
          { voiceDescription, outputFormat, modelId: modelId as 'eleven_ttv_v3', autoGenerateText: true },
          conditions,
        )
        .withRawResponse(),
    async ({ previews }) => previews,
  );
  if (!sample) throw new ModelFailure('empty');
  const { gender, age, accent } = order;
  const created = await askElevenLabs(
    provider,
    'design',
    signal,
    (api, conditions) =>
      api.textToVoice
        .create(
          {
            ...{ voiceName: order.voiceName, voiceDescription, generatedVoiceId: sample.generatedVoiceId },
            labels: { gender, age, accent },
          },
          conditions,
        )
        .withRawResponse(),
    async (voice) => voice,
  );
  const preview = Buffer.from(sample.audioBase64, 'base64');
  return {
    value: { voiceId: created.voiceId, preview: preview.length > 0 ? preview : null },
    usage: { inputTokens: 0, outputTokens: 0, isEstimated: false },
    ending: 'whole',
    details: { previewSeconds: sample.durationSecs },
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
