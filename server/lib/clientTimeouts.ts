/** Timeouts for callers of the server, in milliseconds. */
export interface ClientTimeouts {
  /** Until the headers of a request have arrived. */
  headersMs: number;
  /** Until the whole request has arrived. */
  requestMs: number;
  /**
   * Minimum bytes that a large upload must send in each `requestMs` to continue
   * (server/lib/slowUploadGuard.ts).
   */
  steadyBytes: number;
  /** Interval at which Node checks the timeouts of connections. */
  checkIntervalMs: number;
  /** Time after which a client that does not read a file is disconnected. */
  stalledMs: number;
}

export const defaultClientTimeouts: ClientTimeouts = {
  headersMs: 15_000,
  requestMs: 120_000,
  // 35 kB a second.
  steadyBytes: 4 * 1024 * 1024,
  checkIntervalMs: 5000,
  stalledMs: 30_000,
};
