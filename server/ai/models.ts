import type { z } from 'zod';
import type { VoiceSettings } from '#server/db/schema/script.ts';
import type { Voice, VoiceDesign } from '#shared/contract/voices.ts';

/** All engines of the product. Features use them only through metered.ts. */
export interface Models {
  text: TextEngine;
  pictures: PictureEngine;
  speech: SpeechEngine;
  sounds: SoundEngine;
  voices: VoiceEngine;
  /** Null: no engine is configured, and there is no built-in one. */
  film: VideoEngine | null;
}

/** Service names of the price table and the usage log (docs/spec/credits.md). */
export const services = ['openai', 'elevenlabs', 'google_veo'] as const;
export type Service = (typeof services)[number];

export interface Engine {
  /**
   * Documented service name. A built-in engine uses the name of the service it replaces (decision
   * OQ-30).
   */
  service: Service;
  model: string;
  /** True: the engine is free and labelled "Built-in". */
  isBuiltIn: boolean;
  /** Host that receives the text, for the disclosure log. Null: the text stays on this server. */
  destination: string | null;
}

export interface TextEngine extends Engine {
  /** Maximum tokens of input plus output. Infinite for the built-in engine. */
  contextTokens: number;
  /** Answer in prose. Every received piece is passed to `run.onText`. */
  reply(question: ModelQuestion, run: ModelRun): Promise<ModelAnswer<string>>;
  /** Answer as data that is validated against the shape. */
  analyse<T>(question: Analysis<T>, run: ModelRun): Promise<ModelAnswer<T>>;
}

export interface PictureEngine extends Engine {
  draw(order: PictureRequest, run: ModelRun): Promise<ModelAnswer<ModelPicture>>;
}

export interface SpeechEngine extends Engine {
  /** Throws the failure 'voice' for an unknown voice. */
  speak(order: SpeechRequest, run: ModelRun): Promise<ModelAnswer<ModelAudio>>;
}

export interface SoundEngine extends Engine {
  makeSound(order: SoundRequest, run: ModelRun): Promise<ModelAnswer<ModelAudio>>;
}

/** Source of voices. `model` designs new ones. */
export interface VoiceEngine extends Engine {
  /** List all voices that can speak, including those that any user designed here. */
  listVoices(signal: AbortSignal): Promise<LibraryVoice[]>;
  /** Return the voice's preview as MP3. Null: it has none. */
  previewOf(voice: LibraryVoice, signal: AbortSignal): Promise<Uint8Array | null>;
  designVoice(order: VoiceRequest, run: ModelRun): Promise<ModelAnswer<DesignedVoice>>;
}

/**
 * Engine for scene videos. A job runs there for minutes and is polled by its name. No method
 * retries. Each throws ModelFailure.
 */
export interface VideoEngine extends Engine {
  /** Protocol name. Only the driver that started a job can poll it. */
  driver: string;
  /** Start a job and return its name. */
  start(order: VideoRequest, signal: AbortSignal): Promise<string>;
  /** Return the status of a job. Throws when it ended without a video. */
  poll(job: string, signal: AbortSignal): Promise<VideoProgress>;
  /** Download the video of a finished job, in any video format. */
  fetch(clip: VideoClip, signal: AbortSignal): Promise<Uint8Array>;
  cancel(job: string, signal: AbortSignal): Promise<void>;
}

/** One question: text for a language model, and facts for the built-in engine. */
export interface ModelQuestion {
  /**
   * Name of the task, such as 'chat'. Used in the log, and by the built-in engine to interpret
   * `facts`.
   */
  task: string;
  system: string;
  messages: ModelMessage[];
  /** Includes reasoning tokens. */
  maxOutputTokens: number;
  facts?: unknown;
}

export interface ModelMessage {
  role: 'user' | 'assistant';
  content: string;
}

/** A question with a structured answer. */
export interface Analysis<T> extends ModelQuestion {
  /** Must be an object schema. The model receives the descriptions of its fields. */
  shape: z.ZodType<T>;
}

export interface PictureRequest {
  task: string;
  prompt: string;
  ratio: Ratio;
  facts?: unknown;
}

/** Aspect ratios, width to height, as stored in projects. */
export const ratios = ['2.35:1', '16:9', '4:3', '1:1', '3:4', '9:16'] as const;
export type Ratio = (typeof ratios)[number];

export interface ModelPicture {
  bytes: Uint8Array;
  mediaType: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/svg+xml';
}

export interface VideoOrder {
  task: string;
  prompt: string;
  ratio: '16:9';
  durationSeconds: number;
  /** Address of the stored first frame. Null: the prompt alone describes the video. */
  firstFrameUrl: string | null;
}

/** A video order as sent to a provider. */
export interface VideoRequest extends Omit<VideoOrder, 'firstFrameUrl'> {
  /** A JPEG no larger than the video. */
  firstFrame: Uint8Array | null;
}

export type VideoProgress = { status: 'queued' | 'generating' } | { status: 'done'; clip: VideoClip };

/** Temporary address of the provider, or the video itself. */
export type VideoClip = { uri: string } | { bytes: Uint8Array };

/** Text to be spoken. */
export interface SpeechRequest {
  task: string;
  /** May begin with a direction in brackets (docs/spec/audio.md). */
  text: string;
  voiceId: string;
  voiceSettings: VoiceSettings;
}

export interface SoundRequest {
  task: string;
  /** Description of the sound. */
  text: string;
  durationSeconds: number;
  /** 0 to 1: how closely the description is followed. */
  promptInfluence: number;
}

export interface VoiceRequest extends VoiceDesign {
  task: string;
}

/** Mono audio with 44,100 samples per second. */
export interface ModelAudio {
  bytes: Uint8Array;
  mediaType: 'audio/mpeg';
  /** Message for the writer, for example that the result differs from the request. */
  note?: string;
}

/** A voice as the provider lists it. `preview_url` is the provider's address. */
export type LibraryVoice = Voice;

export interface DesignedVoice {
  voiceId: string;
  /** MP3. Null: the provider returned none. */
  preview: Uint8Array | null;
}

export interface ModelRun {
  /** Aborted when the writer cancels the call or it times out. */
  signal: AbortSignal;
  /** Pseudonym of the payer. */
  payer: string;
  onText(piece: string): void;
}

export interface ModelAnswer<T> {
  value: T;
  usage: Usage;
  ending: Ending;
  /** For the usage log: counts and names, never text of the writer or the model. */
  details: Record<string, unknown>;
}

/**
 * How an answer ended: complete, at the maximum length, stopped by the writer, or cut by a lost
 * connection or timeout. Unless it is 'whole', `value` is the part received.
 */
export type Ending = 'whole' | 'length' | 'stopped' | 'cut';

export interface Usage {
  inputTokens: number;
  outputTokens: number;
  /** True: the model reported no usage, so it was estimated from the characters. */
  isEstimated: boolean;
  /** Characters of speech as the provider counts them. Missing: our own count applies. */
  characters?: number;
}
