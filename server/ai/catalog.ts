import type { aiServicePricing } from '#server/db/schema/billing.ts';

/**
 * Models as of 20 November 2026 and what we ask for them (decision OQ-39). Only where to start from: OPENAI_CHAT_MODEL,
 * OPENAI_IMAGE_MODEL and ELEVENLABS_SPEECH_MODEL and GOOGLE_VIDEO_MODEL choose others, administrators change prices.
 */
export const defaultModels = {
  chat: 'gpt-6.1-terra',
  image: 'gpt-image-2.6-flare',
  // The one that every plan has; it reads no directions in brackets (server/ai/elevenlabs/speech.ts).
  speech: 'eleven_multilingual_v2',
  sound: 'eleven_text_to_sound_v2',
  voice: 'eleven_ttv_v3',
  // Veo itself is only on the Agent Platform by now; this is its successor where a key is enough.
  video: 'gemini-omni-1.1-flash',
  veo: 'veo-3.1-generate-001',
} as const;

/**
 * Tokens that a question may have, with its answer. The GPT-6 family holds 1,050,000, of which it writes 128,000 at most
 * (OpenAI's page of models, autumn 2026); from 272,000 read on it asks double, which a price list of one price for all
 * tokens does not know. A feature film has about 40,000. OPENAI_CONTEXT_TOKENS says otherwise.
 */
export const contextWindows: Readonly<Record<string, number>> = {
  'gpt-6.1-terra': 272_000,
  'gpt-6.1-sol': 272_000,
  'gpt-6-astra': 272_000,
  'gpt-6-sol': 272_000,
  'gpt-6-luna': 272_000,
};
/** Of a model that nobody knows: what the smallest in use today have. */
export const unknownWindow = 32_000;

type Seed = Omit<typeof aiServicePricing.$inferInsert, 'id'>;

const chatModels = [defaultModels.chat, 'gpt-6.1-sol', 'gpt-6-astra', 'gpt-6-sol', 'gpt-6-luna'];
const imageModels = [defaultModels.image, 'gpt-image-2.6-sunburst'];

export const firstPrices: Seed[] = [
  ...chatModels.map(textPrice),
  ...imageModels.map(imagePrice),
  ...['eleven_v4', 'eleven_v3', defaultModels.speech].map(speechPrice),
  {
    service: 'elevenlabs',
    model: defaultModels.sound,
    pricingType: 'per_request',
    fixedCostPerRequest: 0.4,
  },
  { service: 'elevenlabs', model: defaultModels.voice, pricingType: 'per_request', fixedCostPerRequest: 0.5 },
  { ...videoPrice(defaultModels.veo), isActive: false },
];

export function textPrice(model: string): Seed {
  return {
    service: 'openai',
    model,
    pricingType: 'per_token',
    inputCostPer1k: 0.02,
    outputCostPer1k: 0.06,
  };
}

export function speechPrice(model: string): Seed {
  return { service: 'elevenlabs', model, pricingType: 'per_character', inputCostPer1k: 0.5 };
}

/** Of one clip; the price list knows no seconds, and all clips are as long. */
export function videoPrice(model: string): Seed {
  return { service: 'google_veo', model, pricingType: 'per_request', fixedCostPerRequest: 3 };
}

export function imagePrice(model: string): Seed {
  return { service: 'openai', model, pricingType: 'per_request', fixedCostPerRequest: 0.4 };
}

/** A model that somebody runs on a machine of their own costs nothing until an administrator says so. */
export function ownModelPrice(model: string): Seed {
  return { service: 'openai', model, pricingType: 'per_token' };
}
