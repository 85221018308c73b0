import type { Db } from '#server/db/client.ts';
import type { SpeechPrice } from '#shared/voicePrice.ts';
import type { ShownPrice } from './cost.ts';
import type { FilmCalls } from './filmCalls.ts';
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

/** As the price list and the usage log name them (decision OQ-39). */
export type TextFeature = 'chat' | 'script_analysis';
export type PictureFeature = 'image_generation';
export type VoiceFeature = 'voice_generation';
export type AiFeature = TextFeature | PictureFeature | VoiceFeature;

/** What a price can be asked for. Three engines, each with a price of its own, serve the one feature of voices. */
export type AiNeed = TextFeature | PictureFeature | VoiceNeed;
export type VoiceNeed = 'speech' | 'sound_effect' | 'voice_design';

/** Who asks, who pays, and what becomes of the answer. */
export interface MeteredCall<A, T> {
  /** The acting user pays (decision OQ-40). */
  userId: string;
  projectId: number | null;
  /** Of the caller's making, 1 to 100 visible characters; the same one again is answered alike and charged once. */
  requestId: string;
  /** Hash of what was asked for: the same request id with another one is refused. Null, or left out: not compared. */
  fingerprint?: string | null;
  /** Aborted when the writer stops it. What had come by then is an answer; without a word of it nothing is paid. */
  signal?: AbortSignal;
  onText?: (piece: string) => void;
  /** For the usage log: which parts of the project were sent and their size; never text. */
  about?: Record<string, unknown>;
  /**
   * Runs between the answer and `keep`, outside the transaction: for what takes its time, such as a file that is stored.
   * What it throws ends the call like a failure of the model.
   */
  prepare?(value: A): Promise<void>;
  /**
   * Stores the answer, in the transaction that charges for it: both happen or neither. What it gives is what callers get,
   * as JSON, now and for the same request id. A refusal it throws is the answer, and nothing is paid.
   */
  keep(tx: Db, answer: StoredAnswer<A>): Promise<T> | T;
}

/** What a service needs that asks a model. */
export interface AiDeps {
  db: Db;
  ai: Ai;
}

/** How a feature is asked for something, beside what it is about. */
export interface CallOptions {
  requestId: string;
  fingerprint: string | null;
  /** Aborted when the writer goes away. */
  signal: AbortSignal;
  /** In the transaction that charges and keeps, so once for each. */
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
  /** What was paid. */
  credits: number;
  /** What the payer has now. */
  creditBalance: number;
  usageId: number;
  service: Service;
  model: string;
  isBuiltIn: boolean;
}

/** What features are handed; metered.ts makes it. */
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
  /** Voices of the maker, as it lists them; costs nothing. */
  listVoices(signal: AbortSignal): Promise<LibraryVoice[]>;
  voicePreview(voice: LibraryVoice, signal: AbortSignal): Promise<Uint8Array | null>;
  /** To show before the press. Null: there is no price, and the feature is unavailable. */
  priceOf(feature: AiNeed, size?: QuestionSize): Promise<ShownPrice | null>;
  /** The price of speech, whatever its length; to be counted with where the words are (shared/voicePrice.ts). */
  priceOfSpeech(): Promise<SpeechPrice>;
  /** Who would serve it. */
  engineOf(feature: AiNeed): Engine;
  /** Tokens that the model of the assistant reads and writes at once; infinite for what is built in. */
  contextTokens: number;
  /** Film, whose jobs outlive the calls that order them. */
  film: FilmCalls;
}
