import type { Db } from '#server/db/client.ts';
import type { SpeechPrice } from '#shared/voicePrice.ts';
import type { ShownPrice } from './cost.ts';
import type {
  Analysis,
  DesignedVoice,
  Ending,
  Engine,
  LibraryVoice,
  ModelAudio,
  ModelPicture,
  ModelQuestion,
  PictureRequest,
  Service,
  SoundRequest,
  SpeechRequest,
  VoiceRequest,
} from './models.ts';
import type { QuestionSize } from './size.ts';
import type { VideoCalls } from './videoCalls.ts';

/** Features as named in the price list and the usage log (decision OQ-39). */
export type TextFeature = 'chat' | 'script_analysis';
export type PictureFeature = 'image_generation';
export type VoiceFeature = 'voice_generation';
export type AiFeature = TextFeature | PictureFeature | VoiceFeature;

/**
 * Anything that has a price. Three engines with separate prices serve the feature
 * `voice_generation`.
 */
export type AiNeed = TextFeature | PictureFeature | VoiceNeed;
export type VoiceNeed = 'speech' | 'sound_effect' | 'voice_design';

/** One paid call: the payer, the request and what to do with the answer. */
export interface MeteredCall<A, T> {
  /** The acting user pays (decision OQ-40). */
  userId: string;
  projectId: number | null;
  /**
   * Chosen by the caller, 1 to 100 visible characters. A repeated id returns the same answer and is
   * charged once.
   */
  requestId: string;
  /**
   * Hash of the request. The same request id with another fingerprint is rejected. Null or missing:
   * not compared.
   */
  fingerprint?: string | null;
  /**
   * Aborted when the writer cancels. Text received until then is the answer. If there is none,
   * nothing is charged.
   */
  signal?: AbortSignal;
  onText?: (piece: string) => void;
  /** For the usage log: which parts of the project were sent and their size, never text. */
  about?: Record<string, unknown>;
  /**
   * Runs after the answer and before `keep`, outside the transaction. Use it for slow work such as
   * storing a file. An error thrown here ends the call like a failure of the model.
   */
  prepare?(value: A): Promise<void>;
  /**
   * Store the answer in the transaction that charges for it: both happen or neither. Callers
   * receive the return value as JSON, now and for a repeated request id. A thrown HTTP error is the
   * answer, and nothing is charged.
   */
  keep(tx: Db, answer: StoredAnswer<A>): Promise<T> | T;
}

/** Dependencies of a service that calls a model. */
export interface AiDeps {
  db: Db;
  ai: Ai;
}

/** Options of a feature's call, apart from its subject. */
export interface CallOptions {
  requestId: string;
  fingerprint: string | null;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  /** Runs in the transaction that charges and stores, so once per request. */
  onKept(tx: Db): Promise<void>;
}

export interface StoredAnswer<A> {
  value: A;
  ending: Ending;
  credits: number;
}

export interface Metered<T> {
  value: T;
  ending: Ending;
  /** Credits charged. */
  credits: number;
  /** Balance of the payer after the charge. */
  creditBalance: number;
  usageId: number;
  service: Service;
  model: string;
  isBuiltIn: boolean;
}

/** The interface that features use. Implemented by `metered`. */
export interface Ai {
  reply<T>(feature: TextFeature, question: ModelQuestion, call: MeteredCall<string, T>): Promise<Metered<T>>;
  analyse<A, T>(feature: TextFeature, question: Analysis<A>, call: MeteredCall<A, T>): Promise<Metered<T>>;
  draw<T>(
    feature: PictureFeature,
    order: PictureRequest,
    call: MeteredCall<ModelPicture, T>,
  ): Promise<Metered<T>>;
  speak<T>(order: SpeechRequest, call: MeteredCall<ModelAudio, T>): Promise<Metered<T>>;
  makeSound<T>(order: SoundRequest, call: MeteredCall<ModelAudio, T>): Promise<Metered<T>>;
  designVoice<T>(order: VoiceRequest, call: MeteredCall<DesignedVoice, T>): Promise<Metered<T>>;
  /** List the voices of the provider. Free of charge. */
  listVoices(signal: AbortSignal): Promise<LibraryVoice[]>;
  voicePreview(voice: LibraryVoice, signal: AbortSignal): Promise<Uint8Array | null>;
  /**
   * Return the price shown before the call, in credits. Null: no price exists, and the feature is
   * unavailable.
   */
  priceOf(feature: AiNeed, size?: QuestionSize): Promise<ShownPrice | null>;
  /**
   * Return the price of speech for any length. The browser computes the total
   * (shared/voicePrice.ts).
   */
  priceOfSpeech(): Promise<SpeechPrice>;
  /** Return the engine that serves `feature`. */
  engineOf(feature: AiNeed): Engine;
  /**
   * Maximum tokens of input plus output of the assistant's model. Infinite for the built-in engine.
   */
  contextTokens: number;
  /** Scene videos. Their jobs outlive the request that starts them. */
  film: VideoCalls;
}
