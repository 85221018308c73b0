import type { ModelInput } from '#server/ai/disclosed.ts';
import type {
  DesignedVoice,
  ModelAnswer,
  ModelAudio,
  ModelPicture,
  ModelRun,
  Models,
  VideoEngine,
  VideoProgress,
} from '#server/ai/models.ts';

/**
 * Models that answer as scripted. `calls` counts the calls, and `questions` contains the inputs.
 */
export interface ScriptedModels extends Models {
  calls: number;
  inputs: ModelInput[];
  film: VideoEngine;
  /** Return the progress of a scene video that is polled. By default it is done. */
  pollVideo: () => Promise<VideoProgress>;
  /** Set how the next calls are answered. The last answer repeats. */
  script(...answers: Scripted[]): void;
}

export type Scripted = (run: ModelRun, input: ModelInput) => Promise<ModelAnswer<string>>;

/** One silent frame of MP3. */
export const aFrame = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0xc4]), Buffer.alloc(413)]);

/** The beginning of an MP4, followed by dummy bytes. */
export const aVideo = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp41 and then a film', 'latin1');

/** test/workerApp.ts gives this model a price. */
export const scriptedVideoModel = 'scripted-film';

/**
 * Create models that answer as a test scripts them, under the name of a model with a price, or
 * built in.
 */
export function scriptedModels({ isBuiltIn = false } = {}): ScriptedModels {
  let scripted: Scripted[] = [answers('Forty-one.')];
  const next: Scripted = (run, input) => {
    models.calls += 1;
    models.inputs.push(input);
    const [first, ...rest] = scripted;
    if (rest.length > 0) scripted = rest;
    if (!first) throw new Error('nothing is scripted');
    return first(run, input);
  };
  const destination = isBuiltIn ? null : 'models.example.com';
  const identity = { service: 'openai', isBuiltIn, destination } as const;
  const voiceIdentity = (model: string) =>
    ({ ...identity, service: 'elevenlabs', model: isBuiltIn ? 'built-in' : model }) as const;
  /**
   * Return scripted text as audio: 'silence' is a silent frame, any other text becomes the bytes.
   */
  const makeAudio = async (order: ModelInput, run: ModelRun) => {
    const { value, ...rest } = await next(run, order);
    const audio: ModelAudio = {
      bytes: value === 'silence' ? aFrame : Buffer.from(value),
      mediaType: 'audio/mpeg',
    };
    return { ...rest, value: audio };
  };
  const models: ScriptedModels = {
    calls: 0,
    inputs: [],
    script: (...answers) => {
      scripted = answers;
    },
    text: {
      ...identity,
      model: isBuiltIn ? 'built-in' : 'gpt-6.1-terra',
      contextTokens: isBuiltIn ? Number.POSITIVE_INFINITY : 400_000,
      reply: (input, run) => next(run, input),
      analyse: async (input, run) => {
        const { value, ...rest } = await next(run, input);
        return { ...rest, value: input.shape.parse(JSON.parse(value)) };
      },
    },
    pictures: {
      ...identity,
      model: isBuiltIn ? 'built-in' : 'gpt-image-2.6-flare',
      draw: async (order, run) => {
        const { value, ...rest } = await next(run, order);
        const picture: ModelPicture = { bytes: Buffer.from(value), mediaType: 'image/png' };
        return { ...rest, value: picture };
      },
    },
    speech: { ...voiceIdentity('eleven_multilingual_v2'), speak: makeAudio },
    sounds: { ...voiceIdentity('eleven_text_to_sound_v2'), makeSound: makeAudio },
    voices: {
      ...voiceIdentity('eleven_ttv_v3'),
      listVoices: async () => [
        { voice_id: 'ferryman', name: 'Ferryman', preview_url: 'https://voices.example.com/1' },
      ],
      previewOf: async () => aFrame,
      designVoice: async (order, run) => {
        const { value, ...rest } = await next(run, order);
        const voice: DesignedVoice = { voiceId: value, preview: aFrame };
        return { ...rest, value: voice };
      },
    },
    film: {
      ...identity,
      ...{ service: 'google_veo', model: scriptedVideoModel, driver: 'scripted' },
      start: async () => 'job-1',
      poll: async () => models.pollVideo(),
      fetch: async () => aVideo,
      cancel: async () => undefined,
    },
    pollVideo: async () => ({ status: 'done', clip: { bytes: aVideo } }),
  };
  return models;
}

/** Answer with this text, for 1,000 input and 500 output tokens by default. */
export function answers(value: string, more: Partial<ModelAnswer<string>> = {}): Scripted {
  return async (run) => {
    run.onText(value);
    const usage = { inputTokens: 1000, outputTokens: 500, isEstimated: false };
    return { value, usage, ending: 'whole', details: {}, ...more };
  };
}

export function throws(error: Error): Scripted {
  return async () => {
    throw error;
  };
}

/** Return a call that the test ends. `asked` resolves when the call has started. */
export function pendingCall(answer: Scripted = answers('Forty-one.')) {
  const started = Promise.withResolvers<void>();
  const pending = Promise.withResolvers<void>();
  const scripted: Scripted = async (run, input) => {
    started.resolve();
    await pending.promise;
    return answer(run, input);
  };
  return { scripted, started: started.promise, answer: pending.resolve };
}
