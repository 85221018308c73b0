import type { FastifyInstance } from 'fastify';
import { settlesWithin } from '#server/db/within.ts';

/** Requests that run may end until then; their connections are cut after it. */
const finishWithinMs = 10_000;
/** For what is closed after them: the database, mails on their way. */
const closeWithinMs = 5000;

interface Ending {
  app: FastifyInstance;
  /** What the server stands on, in the order in which it is let go. */
  close: readonly (() => unknown)[];
}

/**
 * Stops listening, lets the requests that run finish for a while, and closes everything. False: something did not
 * close in time and is left to the end of the process.
 */
export async function shutDownGracefully(
  { app, close }: Ending,
  { finishMs, closeMs } = { finishMs: finishWithinMs, closeMs: closeWithinMs },
): Promise<boolean> {
  const cut = setTimeout(() => app.server.closeAllConnections(), finishMs);
  const ended = app.close();
  // A handler may outlive its connection.
  const hasFinished = await settlesWithin(finishMs + closeMs, ended);
  clearTimeout(cut);
  const closed = async () => {
    for (const each of close) await each();
  };
  return (await settlesWithin(closeMs, closed())) && hasFinished;
}
