import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Minimum size for compression. Below it, headers are most of the reply. */
const minBytes = 1024;
const compressible = /^(text\/(?!event-stream)|application\/(json|javascript|xml)\b|image\/svg\+xml)/;

/**
 * Endpoints whose replies are never compressed. Sign-in pages contain a code or an address next to
 * text from the request. The length of a compressed reply would show whether the two are alike, and
 * so reveal the code. All other requests that another site can cause come without the session
 * cookie or get the same reply for everybody.
 */
const neverCompressed = /^\/api\/(login|auth)(\/|$)/;

type Encoding = 'br' | 'gzip';

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/** Compress outside the main thread. Speed has priority: of a script a tenth is left either way. */
function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_PARAM_LGWIN } = zlib.constants;
  return encoding === 'gzip'
    ? gzip(bytes, { level: 6 })
    : brotli(bytes, {
        params: {
          [BROTLI_PARAM_QUALITY]: 5,
          [BROTLI_PARAM_LGWIN]: 22,
          [BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      });
}

/**
 * Compressed forms of a buffer, for the lifetime of the buffer: a script list is compressed once
 * per revision.
 */
const made = new WeakMap<Buffer, Map<Encoding, Promise<Buffer>>>();

function compressedOnce(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  const known = made.get(bytes) ?? new Map<Encoding, Promise<Buffer>>();
  made.set(bytes, known);
  const result = known.get(encoding) ?? compress(bytes, encoding);
  known.set(encoding, result);
  return result;
}

/** Return the best encoding that the browser accepts, or null; `q=0` excludes one. */
export function encodingOf(accepted: string | undefined): Encoding | null {
  const names = new Set(
    (accepted ?? '')
      .toLowerCase()
      .split(',')
      .filter((each) => !/;\s*q\s*=\s*0(\.0*)?\s*$/.test(each))
      .map((each) => each.split(';')[0]?.trim()),
  );
  if (names.has('br')) return 'br';
  return names.has('gzip') || names.has('*') ? 'gzip' : null;
}

/** Compress text replies. Streams are sent as they are, and files were compressed by the build. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode === 304) {
      weakenTag(request, reply);
      return payload;
    }
    if (!isCompressible(request, reply, payload)) return payload;
    reply.header('vary', withAcceptEncoding(reply.getHeader('vary')));
    const encoding = encodingOf(request.headers['accept-encoding']);
    if (encoding === null || Buffer.byteLength(payload) < minBytes) return payload;
    const bytes =
      typeof payload === 'string'
        ? await compress(Buffer.from(payload), encoding)
        : await compressedOnce(payload, encoding);
    reply.header('content-encoding', encoding).removeHeader('content-length');
    const tag = reply.getHeader('etag');
    // A weak tag: the content is equal, the bytes are not.
    if (typeof tag === 'string' && !tag.startsWith('W/')) reply.header('etag', `W/${tag}`);
    return bytes;
  });
}

function isCompressible(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): payload is string | Buffer {
  const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
  return (
    isWhole &&
    reply.statusCode !== 206 &&
    !reply.hasHeader('content-encoding') &&
    compressible.test(String(reply.getHeader('content-type') ?? '')) &&
    !neverCompressed.test(request.routeOptions.url ?? '')
  );
}

/** Answer 304 to a request with the weak tag of a compressed reply that is still valid. */
function weakenTag(request: FastifyRequest, reply: FastifyReply): void {
  const tag = reply.getHeader('etag');
  if (typeof tag !== 'string' || tag.startsWith('W/')) return;
  if (request.headers['if-none-match']?.includes(`W/${tag}`)) reply.header('etag', `W/${tag}`);
}

function withAcceptEncoding(vary: unknown): string {
  return vary === undefined || vary === '' ? 'accept-encoding' : `${String(vary)}, accept-encoding`;
}
