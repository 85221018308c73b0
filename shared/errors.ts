/** Every reason for which the server refuses a call, with the status it answers. */
export const errorStatuses = {
  invalid: 400,
  unauthorized: 401,
  out_of_credits: 402,
  payment_declined: 402,
  forbidden: 403,
  /** A limit of what may be spent in a month (docs/decisions/0034). */
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

/** The body of every error answer (decision OQ-22). `error` repeats `message`. */
export interface ErrorBody {
  code: ErrorCode;
  message: string;
  error: string;
  details?: string;
  /** Message by field path, for a body that did not parse. */
  fields?: Record<string, string>;
}

/** Texts that are the same wherever they are needed (docs/spec/application.md). */
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
  /** Also shown beside a script that cannot be saved. */
  diskFull: "The server's disk is full. Your text is kept on this device.",
  invalidBody: 'Some fields are not valid.',
} as const;
