import {
  conflict,
  forbidden,
  HttpError,
  invalid,
  notFound,
  unavailable,
  upstream,
} from '#server/lib/errors.ts';

const texts = {
  unreachable: 'The AI service could not be reached. Nothing was charged.',
  key: "The AI service rejected this server's API key. Please tell an administrator.",
  forbidden: 'The AI service does not permit this request. Please tell an administrator.',
  model: 'The AI service does not know the chosen model. Please tell an administrator.',
  quota: "This server's account at the AI service is used up. Please tell an administrator.",
  busy: 'The AI service is overloaded. Please try again in a moment.',
  broken: 'The AI service reported an internal error. Please try again in a moment.',
  slow: 'The AI service took too long. Nothing was charged.',
  refused: 'The AI service declined to answer this. Nothing was charged.',
  filtered: 'The AI service stopped this because of its content rules. Nothing was charged.',
  tooLong: 'This is more text than the model can read at once. Please select less.',
  request: 'The AI service rejected this request. Nothing was charged.',
  garbled: 'The AI service gave an answer that could not be used. Nothing was charged.',
  cut: 'The connection to the AI service broke off. Nothing was charged.',
  empty: 'The AI service gave an empty answer. Nothing was charged.',
  emptyAudio: 'Received empty audio file',
  voice: 'Voice not found',
  unspeakable: 'This text contains nothing to speak. Nothing was charged.',
  noSpeech:
    'The built-in voices are not installed on this server. Please tell an administrator; nothing was charged.',
  voiceSlots: 'The voice provider has no free voice slot for this server. Please tell an administrator.',
  noVideo: 'The AI service ended without a video. Nothing was charged.',
  tooLarge: 'The video is larger than this server accepts. Nothing was charged.',
  lostStart:
    'The connection to the AI service was lost while the video was being requested. It may still be generated, but you were not charged.',
  noVideoEngine: 'Video generation is no longer configured. Nothing was charged.',
  notStored: 'The video could not be stored on this server. Nothing was charged.',
  plan: 'Designing a voice needs a higher-tier subscription with the voice provider.',
  stopped: 'Stopped before there was an answer. Nothing was charged.',
  died: 'The server stopped during this request. Nothing was charged.',
} as const;

export type FailureKind = keyof typeof texts;

export interface FailureFacts {
  status?: number;
  /** Short error code of the provider, if there is one. */
  code?: string | null;
  /** The provider's id of the request. */
  vendorRequestId?: string | null;
  retryAfterSeconds?: number;
  /** Usage of previous attempts, for the log. */
  details?: Record<string, unknown>;
}

/**
 * Failure of a model call. Never contains the provider's texts: these may include a key or a
 * prompt.
 */
export class ModelFailure extends Error {
  override name = 'ModelFailure';
  readonly kind: FailureKind;
  readonly facts: FailureFacts;

  constructor(kind: FailureKind, facts: FailureFacts = {}) {
    super([kind, facts.status, facts.code, facts.vendorRequestId].filter(Boolean).join(' '));
    this.kind = kind;
    this.facts = facts;
  }

  /** Text for ai_usage_logs. */
  get summary(): string {
    return `${texts[this.kind]} (${this.message})`;
  }

  /**
   * Return the HTTP error for the caller: 502, or 409 when the caller cancelled (decision OQ-30).
   * Speech has more: 404 unknown voice, 400 nothing to speak, 503 no voices installed, 403 not in
   * the provider's plan.
   */
  toHttpError(service: string): HttpError {
    if (this.kind === 'stopped') return conflict(texts.stopped);
    if (this.kind === 'voice') return notFound('Voice');
    if (this.kind === 'unspeakable') return invalid(texts.unspeakable);
    if (this.kind === 'noSpeech') return unavailable(texts.noSpeech, this);
    if (this.kind === 'plan') return forbidden(texts.plan);
    const { retryAfterSeconds } = this.facts;
    const rejection = upstream(service, this, texts[this.kind]);
    return retryAfterSeconds === undefined
      ? rejection
      : new HttpError('upstream', rejection.message, { retryAfterSeconds }, rejection.cause);
  }
}

export function failureText(kind: FailureKind): string {
  return texts[kind];
}
