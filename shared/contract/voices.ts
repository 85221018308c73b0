import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { VoicePrices } from './ai.ts';
import { filledText, storableText } from './fields.ts';

/** A voice that can be given to a character; what its maker does not say is absent. */
export const Voice = z.object({
  /** Starts with `pending_` while a designed voice is still being made. */
  voice_id: z.string(),
  name: z.string(),
  /** Such as "premade"; "generated" for the voices that the caller designed. */
  category: z.string().optional(),
  description: z.string().optional(),
  labels: z.record(z.string(), z.string()).optional(),
  preview_url: z.string().optional(),
  fine_tuning: z.object({ language: z.string().optional() }).optional(),
  sharing: z.object({ liked_by_count: z.number() }).optional(),
});
export type Voice = z.input<typeof Voice>;

/** The beginning of the id of a voice that is still being made (decision OQ-96). */
export const pendingVoicePrefix = 'pending_';

export const listVoices = endpoint({
  method: 'GET',
  path: '/api/voices',
  summary: 'The voices of the library, and those that the caller designed',
  reply: z.array(Voice),
});

/** For who previews or designs a voice outside of a project; inside of one getAiState tells it. */
export const getVoicePrices = endpoint({
  method: 'GET',
  path: '/api/voices/prices',
  summary: 'What speech, sound effects and designing a voice cost the caller, and who makes them',
  reply: VoicePrices.extend({ creditBalance: z.number() }),
});

/** Answers audio/mpeg, also parts of it by Range. */
export const getVoicePreview = endpoint({
  method: 'GET',
  path: '/api/voices/:voiceId/preview',
  summary: 'How a voice of the library sounds',
  params: z.object({ voiceId: z.string() }),
});

export const voiceGenders = ['female', 'male'] as const;
export const voiceAges = ['young', 'middle_aged', 'old'] as const;
export const voiceAccents = [
  'american',
  'british',
  'australian',
  'irish',
  'scottish',
  'south_african',
] as const;

const nameAndPrompt = 'Please provide both a voice name and description.';

/** A text without which no voice is designed; absent and blank are answered alike. */
const needed = (limit: number) =>
  z
    .string({ error: ({ input }) => (input == null ? nameAndPrompt : undefined) })
    .pipe(filledText(limit, nameAndPrompt));

export const VoiceDesign = z.object({
  /** Description of the voice. */
  prompt: needed(1000),
  voiceName: needed(100),
  gender: z.enum(voiceGenders),
  age: z.enum(voiceAges),
  accent: z.enum(voiceAccents),
  /** 0 to 1. */
  accentStrength: z.number().min(0).max(1),
});
export type VoiceDesign = z.input<typeof VoiceDesign>;

/** With an Idempotency-Key header as chat. */
export const designVoice = endpoint({
  method: 'POST',
  path: '/api/voices/design',
  summary: 'Make a voice from a description; it joins the voices of the caller',
  body: VoiceDesign,
  reply: z.object({ voice_id: z.string(), name: z.string() }),
});

export const voiceIdField = storableText(200);
