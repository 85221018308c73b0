import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { HttpError, invalid } from './errors.ts';

const brokenForm = 'The upload did not arrive as a whole form. Please send the file again.';

/**
 * Read the files of a multipart form with `read`. Throws invalid if the form cannot be parsed, for
 * example with a bad boundary, bad part headers, a body that ends early or a field that is too
 * long. A body of another type has no files.
 */
export async function readForm<T>(
  request: FastifyRequest,
  read: (files: AsyncIterable<MultipartFile>) => Promise<T>,
): Promise<T> {
  try {
    return await read(filesOf(request));
  } catch (error) {
    throw rejectionOf(error);
  }
}

async function* filesOf(request: FastifyRequest): AsyncGenerator<MultipartFile> {
  if (!request.isMultipart()) return;
  for await (const part of request.parts()) {
    if (part.type === 'file') yield part;
    else if (part.valueTruncated || part.fieldnameTruncated)
      throw invalid('A field of the form is too long. Please send only the file.');
  }
}

/** Convert errors of the parser to rejections. Rejections and system errors pass unchanged. */
function rejectionOf(error: unknown): unknown {
  if (error instanceof HttpError || !(error instanceof Error) || 'errno' in error) return error;
  const isOfPlugin = 'code' in error && typeof error.code === 'string' && error.code.startsWith('FST_');
  return isOfPlugin ? error : invalid(brokenForm);
}
