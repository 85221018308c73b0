import type { z } from 'zod';
import type { VoiceSettings } from '#server/db/schema/script.ts';
import type { Voice, VoiceDesign } from '#shared/contract/voices.ts';

/** What the product needs from models. Features reach them through metered.ts only. */
export interface Models {
  text: TextEngine;
  pictures: PictureEngine;
  speech: SpeechEngine;
  sounds: SoundEngine;
  voices: VoiceEngine;
  /** Null: none is configured, and nothing built in makes film. */
  film: FilmEngine | null;
}

/** Named as the price table and the usage log name them (docs/spec/credits.md). */
export const services = ['openai', 'elevenlabs', 'google_veo'] as const;
export type Service = (typeof services)[number];

export interface Engine {
  /** Whose place it takes; a built-in engine keeps the documented name (decision OQ-30). */
  service: Service;
  model: string;
  /** Labelled "Built-in"; costs nothing. */
  isBuiltIn: boolean;
  /** Host that text is sent to, for the owner's log; null: it stays on this server. */
  destination: string | null;
}

export interface TextEngine extends Engine {
  /** Tokens that it reads and writes at once; infinite for what is built in. */
  contextTokens: number;
  /** Answers in prose; tells every piece of it as it comes. */
  reply(question: ModelQuestion, run: ModelRun): Promise<ModelAnswer<string>>;
  /** Answers in the shape that is asked for; what comes back fits it. */
  analyse<T>(question: Analysis<T>, run: ModelRun): Promise<ModelAnswer<T>>;
}

export interface PictureEngine extends Engine {
  draw(order: PictureRequest, run: ModelRun): Promise<ModelAnswer<ModelPicture>>;
}

export interface SpeechEngine extends Engine {
  /** Throws notFound for a voice that it does not have. */
  speak(order: SpeechRequest, run: ModelRun): Promise<ModelAnswer<ModelAudio>>;
}

export interface SoundEngine extends Engine {
  makeSound(order: SoundRequest, run: ModelRun): Promise<ModelAnswer<ModelAudio>>;
}

/** Who has voices; `model` is the one that designs new ones. */
export interface VoiceEngine extends Engine {
  /** All voices that can speak, those that were designed here by anybody among them. */
  listVoices(signal: AbortSignal): Promise<LibraryVoice[]>;
  /** How a voice sounds, as MP3; null: it has no preview. */
  previewOf(voice: LibraryVoice, signal: AbortSignal): Promise<Uint8Array | null>;
  designVoice(order: VoiceRequest, run: ModelRun): Promise<ModelAnswer<DesignedVoice>>;
}

/**
 * Who makes film: a job that runs there for minutes and is asked about by its name. No method tries anything again; each
 * throws ModelFailure.
 */
export interface FilmEngine extends Engine {
  /** Which protocol it speaks; a job can be asked about only by the one that began it. */
  driver: string;
  /** Has a job begin, and gives its name. */
  start(order: FilmRequest, signal: AbortSignal): Promise<string>;
  /** How a job is doing. Throws when it has ended without a film. */
  poll(job: string, signal: AbortSignal): Promise<FilmProgress>;
  /** The film of a job that is done, whatever its type. */
  fetch(clip: FilmClip, signal: AbortSignal): Promise<Uint8Array>;
  cancel(job: string, signal: AbortSignal): Promise<void>;
}

/** One question: in words for a language model, and as facts for the built-in engine. */
export interface ModelQuestion {
  /** What is asked, such as 'chat'; stands in the log, and tells the built-in engine what `facts` are. */
  task: string;
  system: string;
  messages: ModelMessage[];
  /** Reasoning included. */
  maxOutputTokens: number;
  facts?: unknown;
}

export interface ModelMessage {
  role: 'user' | 'assistant';
  content: string;
}

/** A question whose answer is data. */
export interface Analysis<T> extends ModelQuestion {
  /** Must be an object; descriptions of its fields reach the model. */
  shape: z.ZodType<T>;
}

export interface PictureRequest {
  task: string;
  prompt: string;
  ratio: Ratio;
  facts?: unknown;
}

/** Width to height, as projects store it. */
export const ratios = ['2.35:1', '16:9', '4:3', '1:1', '3:4', '9:16'] as const;
export type Ratio = (typeof ratios)[number];

export interface ModelPicture {
  bytes: Uint8Array;
  mediaType: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/svg+xml';
}

export interface FilmOrder {
  task: string;
  prompt: string;
  ratio: '16:9';
  durationSeconds: number;
  /** Address of the stored picture that the film begins with; null: the words alone say what it shows. */
  firstFrameUrl: string | null;
}

/** An order as a vendor gets it. */
export interface FilmRequest extends Omit<FilmOrder, 'firstFrameUrl'> {
  /** A JPEG no larger than the film. */
  firstFrame: Uint8Array | null;
}

export type FilmProgress = { status: 'queued' | 'generating' } | { status: 'done'; clip: FilmClip };

/** Where the film is, or the film itself. An address of a vendor's is good for a short time. */
export type FilmClip = { uri: string } | { bytes: Uint8Array };

/** Words that are spoken. */
export interface SpeechRequest {
  task: string;
  /** May begin with how it is said, in brackets (docs/spec/audio.md). */
  text: string;
  voiceId: string;
  voiceSettings: VoiceSettings;
}

export interface SoundRequest {
  task: string;
  /** What is heard. */
  text: string;
  durationSeconds: number;
  /** 0 to 1; how closely the words are kept to. */
  promptInfluence: number;
}

export interface VoiceRequest extends VoiceDesign {
  task: string;
}

/** One channel of 44,100 samples a second. */
export interface ModelAudio {
  bytes: Uint8Array;
  mediaType: 'audio/mpeg';
  /** What its maker has to say of it, for the writer; such as that it is something else than was asked for. */
  note?: string;
}

/** A voice as its maker lists it; `preview_url` is its maker's own address. */
export type LibraryVoice = Voice;

export interface DesignedVoice {
  voiceId: string;
  /** MP3; null: its maker gave none. */
  preview: Uint8Array | null;
}

export interface ModelRun {
  /** Aborted when the writer stops the call, or when its time is over. */
  signal: AbortSignal;
  /** A name for the payer that says nothing about the person. */
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
 * How an answer ended: by itself, at the length that was asked for, because the writer stopped it, or because the
 * connection or the time ran out; then `value` is what had come.
 */
export type Ending = 'whole' | 'length' | 'stopped' | 'cut';

export interface Usage {
  inputTokens: number;
  outputTokens: number;
  /** The model did not say, so characters were counted. */
  isEstimated: boolean;
  /** Of speech, as its maker counts them; absent: as we do. */
  characters?: number;
}
