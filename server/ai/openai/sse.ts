import { ModelFailure } from '../failure.ts';

const maxEventLength = 4_000_000;

/** The data of server-sent events, one string each; other fields and comments are left out. */
export async function* eventData(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let pending = '';
  let data: string[] = [];
  for await (const chunk of bytes) {
    pending += decoder.decode(chunk, { stream: true });
    // A line ends with LF, CRLF or CR; a CR at the very end may be half of CRLF.
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
