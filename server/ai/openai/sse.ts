import { ModelFailure } from '../failure.ts';

const maxEventLength = 4_000_000;

/** Iterate over the data of server-sent events. Other fields and comments are skipped. */
export async function* eventData(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let pending = '';
  let data: string[] = [];
  for await (const chunk of bytes) {
    pending += decoder.decode(chunk, { stream: true });
    // A line ends with LF, CRLF or CR. A CR at the very end may be half of a CRLF.
    const lines = pending.split(/\r\n|\n|\r(?!$)/);
    pending = lines.pop() ?? '';
    if (pending.length > maxEventLength) throw new ModelFailure('garbled');
    for (const line of lines) {
      if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5));
      else if (line === '' && data.length > 0) {
        yield data.join('\n');
        data = [];
      }
    }
  }
  const last = pending.trimEnd();
  if (last.startsWith('data:')) data.push(last.slice(last[5] === ' ' ? 6 : 5));
  if (data.length > 0) yield data.join('\n');
}
