import { PreparedClient } from '#server/db/preparedPg.ts';
import { PreparedPGlite } from '#server/db/preparedPglite.ts';

/**
 * Return every statement that `work` sends to the database, including `begin` and `commit`. Works
 * on both engines.
 */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const embedded = PreparedPGlite.prototype;
  const { execProtocolStream } = embedded;
  const { query } = PreparedClient.prototype;
  const executes = /^[BQ]/; // Bind, which is followed by Execute; or Query
  embedded.execProtocolStream = function (message, ...rest) {
    const text = Buffer.from(message.subarray(0, 400)).toString('latin1');
    if (executes.test(text)) texts.push(text);
    return execProtocolStream.call(this, message, ...rest);
  };
  PreparedClient.prototype.query = function (statement, ...rest) {
    texts.push(typeof statement === 'string' ? statement : statement.text);
    return query.call(this, statement, ...rest);
  };
  try {
    await work();
  } finally {
    embedded.execProtocolStream = execProtocolStream;
    PreparedClient.prototype.query = query;
  }
  return texts;
}
