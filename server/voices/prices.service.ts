import type { Ai, AiNeed } from '#server/ai/calls.ts';
import type { VoicePrices } from '#shared/contract/ai.ts';

/** Return the prices and providers of all audio, shown before the press (decision OQ-41). */
export async function voicePricesOf(ai: Ai): Promise<VoicePrices> {
  const engine = (need: AiNeed) => {
    const { service, model, isBuiltIn } = ai.engineOf(need);
    return { service, model, isBuiltIn };
  };
  return {
    speech: { engine: engine('speech'), price: await ai.priceOfSpeech() },
    soundEffect: { engine: engine('sound_effect'), price: await ai.priceOf('sound_effect') },
    voiceDesign: { engine: engine('voice_design'), price: await ai.priceOf('voice_design') },
  };
}
