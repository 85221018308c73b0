import type { z } from 'zod';

/** What the product needs from models. Features reach them through metered.ts only. */
export interface Models {
  text: TextEngine;
  pictures: PictureEngine;
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
  /** Answers in prose; tells every piece of it as it comes. */
  reply(question: ModelQuestion, run: ModelRun): Promise<ModelAnswer<string>>;
  /** Answers in the shape that is asked for; what comes back fits it. */
  analyse<T>(question: Analysis<T>, run: ModelRun): Promise<ModelAnswer<T>>;
}

export interface PictureEngine extends Engine {
  draw(order: PictureRequest, run: ModelRun): Promise<ModelAnswer<ModelPicture>>;
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
}
