import type { ElevenLabs as Api } from '@elevenlabs/elevenlabs-js';
import { ModelFailure } from '../failure.ts';
import type { DesignedVoice, LibraryVoice, ModelAnswer, VoiceRequest } from '../models.ts';
import { outputFormat } from './audio.ts';
import { askElevenLabs, type ElevenLabs } from './client.ts';

const pageSize = 100;
/** Maximum number of pages. An account has a few hundred voices. */
const maxPages = 30;
const largestPreview = 8_000_000;

export async function listAllVoices(vendor: ElevenLabs, signal: AbortSignal): Promise<LibraryVoice[]> {
  const voices: LibraryVoice[] = [];
  let nextPageToken: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const found = await askElevenLabs(
      vendor,
      'voices',
      signal,
      (api, conditions) => {
        const wanted = nextPageToken === undefined ? { pageSize } : { pageSize, nextPageToken };
        return api.voices.search(wanted, conditions).withRawResponse();
      },
      async (answer) => answer,
    );
    voices.push(...found.voices.map(libraryVoice));
    if (!found.hasMore || !found.nextPageToken || found.nextPageToken === nextPageToken) break;
    nextPageToken = found.nextPageToken;
  }
  return voices;
}

/** Convert a voice of the SDK. Unknown properties are left out (decision OQ-95). */
function libraryVoice(voice: Api.Voice): LibraryVoice {
  const { voiceId, name, category, description, labels, previewUrl, fineTuning, sharing } = voice;
  const { language } = fineTuning ?? {};
  const { likedByCount } = sharing ?? {};
  const known: LibraryVoice = { voice_id: voiceId, name: name ?? voiceId };
  if (category) known.category = category;
  if (description) known.description = description;
  const told = Object.entries(labels ?? {}).filter((label): label is [string, string] => Boolean(label[1]));
  if (told.length > 0) known.labels = Object.fromEntries(told);
  if (previewUrl) known.preview_url = previewUrl;
  if (language) known.fine_tuning = { language };
  if (likedByCount != null) known.sharing = { liked_by_count: likedByCount };
  return known;
}

/** Download the preview from the provider's address, without sending the key. */
export async function fetchPreview(
  { settings }: ElevenLabs,
  { preview_url }: LibraryVoice,
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  if (preview_url === undefined || !isFetched(preview_url, settings.baseUrl)) return null;
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    const response = await fetch(preview_url, { redirect: 'error', signal });
    if (!response.ok) throw new ModelFailure('broken', { status: response.status });
    for await (const piece of response.body ?? []) {
      length += piece.length;
      if (length > largestPreview) throw new ModelFailure('garbled');
      pieces.push(piece);
    }
  } catch (error) {
    throw error instanceof ModelFailure ? error : new ModelFailure(signal.aborted ? 'slow' : 'cut');
  }
  return Buffer.concat(pieces);
}

/** Return whether the address is public or belongs to the configured server. */
function isFetched(url: string, baseUrl: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, origin } = new URL(url);
  const isName = /[a-z]/i.test(hostname) && hostname.includes('.') && !hostname.startsWith('[');
  return origin === new URL(baseUrl).origin || (protocol === 'https:' && isName);
}

/** Request three samples for a description, then create a voice from the first one. */
export async function designInTwoSteps(
  vendor: ElevenLabs,
  order: VoiceRequest,
  signal: AbortSignal,
): Promise<ModelAnswer<DesignedVoice>> {
  const { voiceModel: modelId } = vendor.settings;
  const voiceDescription = describedVoice(order);
  const [sample] = await askElevenLabs(
    vendor,
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
  const made = await askElevenLabs(
    vendor,
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
    value: { voiceId: made.voiceId, preview: preview.length > 0 ? preview : null },
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
export function describedVoice({ gender, age, accent, accentStrength, prompt }: VoiceRequest): string {
  const strength = accentStrength < 0.34 ? 'slight' : accentStrength < 0.67 ? 'clear' : 'strong';
  const person = `${age === 'old' ? 'An' : 'A'} ${ages[age]} ${gender} voice`;
  const words = `${person} with a ${strength} ${accents[accent]} accent. ${prompt.trim()}`;
  return words.slice(0, 1000).toWellFormed();
}
