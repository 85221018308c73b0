/** Error codes of the API with their HTTP status. */
export const errorStatuses = {
  invalid: 400,
  unauthorized: 401,
  out_of_credits: 402,
  payment_declined: 402,
  forbidden: 403,
  /** The call would exceed a monthly spending limit (docs/decisions/0034). */
  over_limit: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  too_large: 413,
  unsupported_type: 415,
  too_many_requests: 429,
  internal: 500,
  upstream: 502,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatuses;

/** Body of every error reply (decision OQ-22). `error` repeats `message`. */
export interface ErrorBody {
  code: ErrorCode;
  message: string;
  error: string;
  details?: string;
  /** Messages by field path, for an invalid body. */
  fields?: Record<string, string>;
}

/** Texts that are used in several places (docs/spec/application.md). */
export const errorTexts = {
  unauthorized: 'Unauthorized',
  outOfCredits: "You're out of credits. Get started with a subscription or purchase credits directly.",
  aiUnavailable: 'This AI feature is currently unavailable.',
  aiOff: 'AI is switched off in this project.',
  aiReadsOnly: 'AI may read this project, but not suggest changes.',
  forbidden: "You don't have permission to do this.",
  notAdministrator: "You don't have permission to access the admin dashboard.",
  tooManyRequests: 'Too many requests. Please try again later.',
  internal: 'Something went wrong. Please try again.',
  databaseAway: 'The server cannot reach its database. Please try again in a minute.',
  databaseBusy: 'Another change to the same data has not ended yet. Please try again in a few seconds.',
  /** Also shown next to a script that cannot be saved. */
  diskFull: "The server's disk is full. Your text is kept on this device.",
  invalidBody: 'Some fields are not valid.',
} as const;
