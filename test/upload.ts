import type { InjectOptions } from 'fastify';

/** Return a multipart request body in the form that a browser sends. */
export function multipart(parts: { field: string; fileName?: string; content: string | Uint8Array }[]) {
  const boundary = '----night-ferry';
  const chunks = parts.flatMap(({ field, fileName, content }) => {
    const file = fileName === undefined ? '' : `; filename="${fileName}"`;
    const type = fileName === undefined ? '' : 'Content-Type: application/octet-stream\r\n';
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"${file}\r\n${type}\r\n`;
    return [Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')];
  });
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

/** Return the request that imports one script file. */
export function uploadRequest(fileName: string, content: string | Uint8Array): InjectOptions {
  const form = multipart([{ field: 'scriptFile', fileName, content }]);
  return { method: 'POST', url: '/api/projects/import-file', ...form };
}

/** Return the request that uploads a photo of the caller. */
export function photoUpload(fileName: string, content: string | Uint8Array): InjectOptions {
  const form = multipart([{ field: 'photo', fileName, content }]);
  return { method: 'POST', url: '/api/auth/user/profile/photo', ...form };
}
