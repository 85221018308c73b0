import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Below this the headers are most of the answer. */
const minBytes = 1024;
const compressible = /^(text\/(?!event-stream)|application\/(json|javascript|xml)\b|image\/svg\+xml)/;

/**
 * Pages and answers around a sign-in hold a code or an address of somebody beside words that came with the request. The
 * length of a compressed answer tells whether the two are alike, and so gives away the one to whoever chooses the other.
 * Everywhere else a request that another site causes comes without the session's cookie or is answered the same to all.
 */
const neverCompressed = /^\/api\/(login|auth)(\/|$)/;

type Encoding = 'br' | 'gzip';

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/** Away from the main loop, and quick rather than small: of a script, a tenth is left either way. */
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

/** What was made of a buffer, for as long as somebody keeps that: a script's list is compressed once per revision. */
const made = new WeakMap<Buffer, Map<Encoding, Promise<Buffer>>>();

function compressedOnce(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  const known = made.get(bytes) ?? new Map<Encoding, Promise<Buffer>>();
  made.set(bytes, known);
  const result = known.get(encoding) ?? compress(bytes, encoding);
  known.set(encoding, result);
  return result;
}

/** The best encoding that the browser takes, or null; `q=0` refuses one. */
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

/** Compresses text answers as they are sent. Streams go as they come, and files were compressed when they were built. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode === 304) {
      keepTagWeak(request, reply);
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
    // The same answer in other bytes.
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

/** Who asks with the tag of a compressed answer is told that this one still holds. */
function keepTagWeak(request: FastifyRequest, reply: FastifyReply): void {
  const tag = reply.getHeader('etag');
  if (typeof tag !== 'string' || tag.startsWith('W/')) return;
  if (request.headers['if-none-match']?.includes(`W/${tag}`)) reply.header('etag', `W/${tag}`);
}

function withAcceptEncoding(vary: unknown): string {
  return vary === undefined || vary === '' ? 'accept-encoding' : `${String(vary)}, accept-encoding`;
}
