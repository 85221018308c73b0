import { createEncoder } from 'wasm-media-encoders';
import mp3Encoder from 'wasm-media-encoders/wasm/mp3?url';
import { encodeRead } from '#engines/sound/mix/encodeRead.ts';
import type { MixPart } from '#engines/sound/mix/readMix.ts';
import { fileSampleRate } from '#engines/sound/sound.ts';
import type { FromEncoder, ToEncoder } from './encoding.ts';

/** The part of the worker's global scope that is used here. */
interface EncoderScope {
  postMessage: (message: FromEncoder, transfer?: Transferable[]) => void;
  addEventListener: (type: 'message', listener: (event: MessageEvent<ToEncoder>) => void) => void;
}
const scope = self as unknown as EncoderScope;

let answer: ((message: ToEncoder) => void) | null = null;
scope.addEventListener('message', ({ data }) => answer?.(data));

async function* parts(): AsyncGenerator<MixPart> {
  for (;;) {
    const next = new Promise<ToEncoder>((resolve) => {
      answer = resolve;
    });
    scope.postMessage({ type: 'next' });
    const message = await next;
    if (message.type === 'end') return;
    yield message.part;
  }
}

async function run(): Promise<void> {
  try {
    // Our own file. The package would put the encoder into the code as text.
    const encoder = await createEncoder('audio/mpeg', mp3Encoder);
    encoder.configure({ sampleRate: fileSampleRate, channels: 1, bitrate: 128 });
    const chapters = await encodeRead(parts(), encoder, (piece) =>
      scope.postMessage({ type: 'piece', piece }, [piece.buffer]),
    );
    scope.postMessage({ type: 'done', chapters });
  } catch (error) {
    scope.postMessage({ type: 'failed', reason: error instanceof Error ? error.message : String(error) });
  }
}

void run();
