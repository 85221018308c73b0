import type { FastifyInstance } from 'fastify';
import { settlesWithin } from '#server/db/settlesWithin.ts';

/** Time for running requests to finish. Then their connections are closed. */
const finishWithinMs = 10_000;
/** Time for closing the database and other parts. */
const closeWithinMs = 5000;

/** Signals that end the server. */
export const endingSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

interface Ending {
  app: FastifyInstance;
  /** Parts to close, in order. */
  close: readonly (() => unknown)[];
}

/**
 * Stop listening, let running requests finish for a while, and close all parts. Returns false if
 * something did not close in time.
 */
export async function shutDownGracefully(
  { app, close }: Ending,
  { finishMs, closeMs } = { finishMs: finishWithinMs, closeMs: closeWithinMs },
): Promise<boolean> {
  const cut = setTimeout(() => app.server.closeAllConnections(), finishMs);
  const ended = app.close();
  // A handler may still run after its connection was closed.
  const hasFinished = await settlesWithin(finishMs + closeMs, ended);
  clearTimeout(cut);
  const closed = async () => {
    for (const each of close) await each();
  };
  return (await settlesWithin(closeMs, closed())) && hasFinished;
}
