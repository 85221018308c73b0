/** How long the server waits for whoever calls it, in milliseconds. */
export interface ClientTimeouts {
  /** Until the headers of a request are there. */
  headersMs: number;
  /** Until all of it is there. */
  requestMs: number;
  /** So much of a large upload arrives in each such time, or it is cut (server/lib/slowUploadGuard.ts). */
  steadyBytes: number;
  /** Between two looks at what is on its way. */
  lookMs: number;
  /** For a reader who takes nothing of a file. */
  stalledMs: number;
}

export const defaultClientTimeouts: ClientTimeouts = {
  headersMs: 15_000,
  requestMs: 120_000,
  // 35 kB a second.
  steadyBytes: 4 * 1024 * 1024,
  lookMs: 5000,
  stalledMs: 30_000,
};
