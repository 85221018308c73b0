import type {
  Analysis,
  DesignedVoice,
  LibraryVoice,
  ModelAnswer,
  ModelAudio,
  ModelPicture,
  ModelQuestion,
  ModelRun,
  PictureEngine,
  PictureRequest,
  SoundEngine,
  SoundRequest,
  SpeechEngine,
  SpeechRequest,
  TextEngine,
  Usage,
  VoiceEngine,
  VoiceRequest,
} from '../models.ts';

/** The built-in engine. It works from the facts of a question and needs no API key. */
export interface BuiltinEngine {
  /** Return the answer in displayable pieces. */
  reply(question: ModelQuestion): Iterable<string> | AsyncIterable<string>;
  /** Return data that fits question.shape. */
  analyse(question: ModelQuestion): unknown;
  draw(order: PictureRequest): ModelPicture | Promise<ModelPicture>;
  /** Throws ModelFailure for an unknown voice and for a text with nothing to speak. */
  speak(order: SpeechRequest, run: ModelRun): Promise<ModelAudio>;
  makeSound(order: SoundRequest, run: ModelRun): Promise<MadeSound>;
  /** All voices of the catalogue. */
  voices: readonly LibraryVoice[];
  /** Return the preview of a catalogue voice as MP3. */
  previewOf(voiceId: string): Promise<Uint8Array>;
  designVoice(order: VoiceRequest, run: ModelRun): Promise<DesignedVoice>;
}

/** A sound effect, and the names of its parts for the usage log. */
export interface MadeSound {
  audio: ModelAudio;
  details: Record<string, unknown>;
}

const identity = { service: 'openai', model: 'built-in', isBuiltIn: true, destination: null } as const;
const nothingUsed: Usage = { inputTokens: 0, outputTokens: 0, isEstimated: false };

export function builtinText(engine: BuiltinEngine): TextEngine {
  return {
    ...identity,
    contextTokens: Number.POSITIVE_INFINITY,
    async reply(question: ModelQuestion, run: ModelRun): Promise<ModelAnswer<string>> {
      let value = '';
      for await (const piece of engine.reply(question)) {
        if (run.signal.aborted) return { value, usage: nothingUsed, ending: 'stopped', details: {} };
        value += piece;
        run.onText(piece);
      }
      return whole(value);
    },
    async analyse<T>(question: Analysis<T>): Promise<ModelAnswer<T>> {
      return whole(question.shape.parse(await engine.analyse(question)));
    },
  };
}

export function builtinPictures(engine: BuiltinEngine): PictureEngine {
  return { ...identity, draw: async (order) => whole(await engine.draw(order)) };
}

const voiceIdentity = { ...identity, service: 'elevenlabs' } as const;

export function builtinSpeech(engine: BuiltinEngine): SpeechEngine {
  return { ...voiceIdentity, speak: async (order, run) => whole(await engine.speak(order, run)) };
}

export function builtinSounds(engine: BuiltinEngine): SoundEngine {
  return {
    ...voiceIdentity,
    makeSound: async (order, run) => {
      const { audio, details } = await engine.makeSound(order, run);
      return { ...whole(audio), details };
    },
  };
}

export function builtinVoices(engine: BuiltinEngine): VoiceEngine {
  return {
    ...voiceIdentity,
    listVoices: async () => [...engine.voices],
    previewOf: ({ voice_id }) => engine.previewOf(voice_id),
    designVoice: async (order, run) => whole(await engine.designVoice(order, run)),
  };
}

function whole<T>(value: T): ModelAnswer<T> {
  return { value, usage: nothingUsed, ending: 'whole', details: {} };
}
