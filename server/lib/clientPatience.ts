/** How long the server waits for whoever calls it, in milliseconds. */
export interface ClientPatience {
  /** Until the headers of a request are there. */
  headersMs: number;
  /** Until all of it is; the largest upload takes a minute over a slow line. */
  requestMs: number;
  /** Between two looks at what is on its way. */
  lookMs: number;
  /** For a reader who takes nothing of a file. */
  stalledMs: number;
}

export const usualClientPatience: ClientPatience = {
  headersMs: 15_000,
  requestMs: 120_000,
  lookMs: 5000,
  stalledMs: 30_000,
};
