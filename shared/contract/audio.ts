import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { projectIdCode } from '../projectId.ts';
import { VoiceSettingsSchema } from './characters.ts';
import { Element } from './elements.ts';
import { bodyId, filledText, RowParams } from './fields.ts';
import { voiceIdField } from './voices.ts';

/** Maximum length of spoken text. */
export const maxSpeechLength = 5000;
export const maxEffectTextLength = 1000;

export const AudioPreferences = z
  .strictObject({
    /** 0 to 1. */
    audioVolume: z.number().min(0).max(1),
    /** Seconds by which the next element begins before the end of this one. */
    audioOverlapSeconds: z.number().min(0).max(5),
  })
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, 'Nothing to change');

export const updateAudioPreferences = endpoint({
  method: 'PATCH',
  path: '/api/script-elements/:id/audio-preferences',
  summary: 'Set the volume of an element and its overlap with the next one; does not change the script',
  params: RowParams,
  body: AudioPreferences,
  reply: Element,
});

/**
 * The reply is audio/mpeg, with the balance in a header. Nothing is stored. Accepts an
 * Idempotency-Key header, as chat does.
 */
export const generateSpeech = endpoint({
  method: 'POST',
  path: '/api/generate-speech',
  summary: 'Speak a text with a voice',
  body: z.object({
    text: filledText(maxSpeechLength),
    voiceId: voiceIdField.refine((id) => id.trim() !== '', 'A voice is required'),
    voiceSettings: VoiceSettingsSchema.partial().optional(),
  }),
});

const audioReply = z.object({ audioUrl: z.string(), element: Element, creditBalance: z.number() });

/** Accepts an Idempotency-Key header, as chat does. */
export const generateSoundEffect = endpoint({
  method: 'POST',
  path: '/api/generate-sound-effect',
  summary: 'Make the sound effect of an element from a description, and store it',
  body: z.object({
    text: filledText(maxEffectTextLength),
    elementId: bodyId,
    duration_seconds: z.number().min(0.5).max(22).default(8),
    prompt_influence: z.number().min(0).max(1).default(0.5),
  }),
  reply: audioReply.extend({
    /** Note of the engine, for example that it did not know the sound and what it made instead. */
    note: z.string().optional(),
  }),
  readsScript: true,
});

/** Accepts an Idempotency-Key header, as chat does. */
export const generateDialogueAudio = endpoint({
  method: 'POST',
  path: '/api/generate-dialogue-audio',
  summary: "Speak a dialogue with its character's voice, and store it",
  body: z.object({
    elementId: bodyId,
    projectId: projectIdCode,
    characterName: filledText(200),
    text: filledText(maxSpeechLength),
  }),
  reply: audioReply,
  readsScript: true,
});
