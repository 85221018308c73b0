import type { aiServicePricing } from '#server/db/schema/billing.ts';

/**
 * Models as of 20 November 2026 and our initial prices (decision OQ-39). The variables
 * OPENAI_CHAT_MODEL, OPENAI_IMAGE_MODEL, ELEVENLABS_SPEECH_MODEL and GOOGLE_VIDEO_MODEL select
 * other models. Administrators can change the prices.
 */
export const defaultModels = {
  chat: 'gpt-6.1-terra',
  image: 'gpt-image-2.6-flare',
  // Available in every plan. It ignores directions in brackets (server/ai/elevenlabs.ts).
  speech: 'eleven_multilingual_v2',
  sound: 'eleven_text_to_sound_v2',
  voice: 'eleven_ttv_v3',
  // Veo is available only on the Agent Platform. This is its successor for access with an API key.
  video: 'gemini-omni-1.1-flash',
  veo: 'veo-3.1-generate-001',
} as const;

/**
 * Context windows in tokens, including the answer. The GPT-6 family has 1,050,000, at most 128,000
 * of them for output (OpenAI's model page, autumn 2026). From 272,000 input tokens on the price
 * doubles. The price list has one price for all tokens, so we stop there. A feature film has about
 * 40,000 tokens. OPENAI_CONTEXT_TOKENS overrides these values.
 */
export const contextWindows: Readonly<Record<string, number>> = {
  'gpt-6.1-terra': 272_000,
  'gpt-6.1-sol': 272_000,
  'gpt-6-astra': 272_000,
  'gpt-6-sol': 272_000,
  'gpt-6-luna': 272_000,
};
/** For unknown models: the window of the smallest models in use today. */
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

/**
 * Price of one clip. The price list has no price per second, and all clips have the same length.
 */
export function videoPrice(model: string): Seed {
  return { service: 'google_veo', model, pricingType: 'per_request', fixedCostPerRequest: 3 };
}

export function imagePrice(model: string): Seed {
  return { service: 'openai', model, pricingType: 'per_request', fixedCostPerRequest: 0.4 };
}

/** A self-hosted model is free until an administrator sets a price. */
export function ownModelPrice(model: string): Seed {
  return { service: 'openai', model, pricingType: 'per_token' };
}
