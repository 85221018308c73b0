import { once } from 'node:events';
import http from 'node:http';
import { escapeHtml } from '#screenplay/reading.ts';
import type { Env } from '#server/env.ts';
import { type ErrorBody, errorStatuses } from '#shared/errors.ts';

const retryAfterSeconds = 5;
const headers = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'retry-after': String(retryAfterSeconds),
  'x-content-type-options': 'nosniff',
};

/**
 * Listen on the server's port while the server is closed: answer calls with 503 and a message, and
 * pages with the message, loaded again every few seconds. The process is alive, but not ready
 * (docs/operating.md, "Health"). Returns the function that closes the port.
 */
export async function serveNotice(
  { host, port }: Pick<Env, 'host' | 'port'>,
  message: string,
): Promise<() => Promise<void>> {
  const server = http.createServer((request, response) => {
    request.resume();
    const [path] = (request.url ?? '').split('?');
    if (path?.endsWith('/api/health/live')) sendJson(response, 200, { status: 'ok' });
    else if (request.headers.accept?.includes('text/html')) {
      response.writeHead(errorStatuses.unavailable, {
        ...headers,
        'content-type': 'text/html; charset=utf-8',
      });
      response.end(pageOf(message));
    } else sendJson(response, errorStatuses.unavailable, errorOf(message));
  });
  server.listen({ host, port });
  await once(server, 'listening');
  return async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
}

function errorOf(message: string): ErrorBody {
  return { code: 'unavailable', message, error: message };
}

function sendJson(response: http.ServerResponse, status: number, body: object): void {
  response.writeHead(status, { ...headers, 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}

function pageOf(message: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${retryAfterSeconds}">
<title>Cold Open</title>
</head>
<body>
<h1>Cold Open</h1>
<p>${escapeHtml(message)}</p>
</body>
</html>
`;
}
