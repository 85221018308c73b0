import type { FastifyInstance } from 'fastify';
import type { Db } from '#server/db/client.ts';
import { admission } from '#server/lib/access.ts';
import { notFound, unauthorized } from '#server/lib/errors.ts';
import { fileSeenBy } from './files.queries.ts';
import { isFileType } from './fileTypes.ts';
import { byteRange } from './range.ts';
import { isFileName, type Storage } from './storage.ts';

/**
 * Content policy of a file. An SVG that is opened on its own is a document, which must not run,
 * load or send anything.
 */
const svgPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Serve stored files to users who may see their project or owner. Others get 404. */
export function filesRoutes(app: FastifyInstance, { db, storage }: { db: Db; storage: Storage }): void {
  app.route<{ Params: { file: string } }>({
    method: ['GET', 'HEAD'],
    url: '/uploads/:file',
    config: { access: 'user' },
    handler: async (request, reply) => {
      const { user } = admission(request);
      if (!user) throw unauthorized();
      const { file: name } = request.params;
      const file = isFileName(name) ? await fileSeenBy(db, user.id, name) : undefined;
      if (!file || !isFileType(file.contentType)) throw notFound('File');
      const { contentType, sizeBytes } = file;
      const tag = `"${name}"`;
      const { 'if-none-match': known, 'if-range': ranged, range: asked } = request.headers;
      const isSame = ranged === undefined || ranged === tag;
      const range = request.method === 'GET' && isSame ? byteRange(asked, sizeBytes) : null;

      const headers = {
        'cache-control': 'private, max-age=31536000, immutable',
        etag: tag,
        'accept-ranges': 'bytes',
        'x-content-type-options': 'nosniff',
        ...(contentType === 'image/svg+xml' ? { 'content-security-policy': svgPolicy } : {}),
      };
      if (known?.split(',').some((one) => one.trim() === tag)) return reply.code(304).headers(headers).send();
      if (range === 'beyond') {
        return reply
          .code(416)
          .headers({ 'content-range': `bytes */${sizeBytes}`, 'cache-control': 'no-store' })
          .send();
      }
      const length = range ? range.to - range.from + 1 : sizeBytes;
      const isHead = request.method === 'HEAD';
      const content = isHead ? '' : await storage.read(name, range ?? undefined);
      if (content === null) {
        request.log.error({ file: name }, 'the content of a stored file is missing');
        throw notFound('File');
      }
      if (range) reply.code(206).header('content-range', `bytes ${range.from}-${range.to}/${sizeBytes}`);
      return reply.headers(headers).header('content-length', length).type(contentType).send(content);
    },
  });
}
