import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { VoicePrices } from './ai.ts';
import { filledText, storableText } from './fields.ts';

/**
 * Voice that can be assigned to a character. Properties that the provider does not state are
 * missing.
 */
export const Voice = z.object({
  /** Starts with `pending_` while a designed voice is still being made. */
  voice_id: z.string(),
  name: z.string(),
  /** Category such as "premade". "generated" for voices that the caller designed. */
  category: z.string().optional(),
  description: z.string().optional(),
  labels: z.record(z.string(), z.string()).optional(),
  preview_url: z.string().optional(),
  fine_tuning: z.object({ language: z.string().optional() }).optional(),
  sharing: z.object({ liked_by_count: z.number() }).optional(),
});
export type Voice = z.input<typeof Voice>;

/** Prefix of the id of a voice that is being made (decision OQ-96). */
export const pendingVoicePrefix = 'pending_';

export const listVoices = endpoint({
  method: 'GET',
  path: '/api/voices',
  summary: 'The voices of the library, and those that the caller designed',
  reply: z.array(Voice),
});

/**
 * Prices for previewing or designing a voice outside of a project. Inside one, getAiState has them.
 */
export const getVoicePrices = endpoint({
  method: 'GET',
  path: '/api/voices/prices',
  summary: 'Prices and engines of speech, sound effects and voice design for the caller',
  reply: VoicePrices.extend({ creditBalance: z.number() }),
});

/** The reply is audio/mpeg, or the part requested by a Range header. */
export const getVoicePreview = endpoint({
  method: 'GET',
  path: '/api/voices/:voiceId/preview',
  summary: 'Preview of a library voice',
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

/** Build the schema of a required text. A missing and a blank one get the same message. */
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

/** Accepts an Idempotency-Key header, as chat does. */
export const designVoice = endpoint({
  method: 'POST',
  path: '/api/voices/design',
  summary: 'Design a voice from a description, for the caller',
  body: VoiceDesign,
  reply: z.object({ voice_id: z.string(), name: z.string() }),
});

export const voiceIdField = storableText(200);
