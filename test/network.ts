import { vi } from 'vitest';
import type { Caller } from './app.ts';

/** A browser's fetch that ends in the server, or loses a call on the way there or back. */
export function aNetwork(browser: Caller) {
  const network = { isOffline: false, losesAnswer: false };
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', headers, body }: RequestInit = {}) => {
    if (network.isOffline) throw new TypeError('Failed to fetch');
    const { payload, statusCode } = await browser.inject({
      method: method as 'GET',
      url,
      headers: Object.fromEntries(new Headers(headers)),
      ...(typeof body === 'string' && { payload: body }),
    });
    const isLost = network.losesAnswer && method !== 'GET';
    if (isLost) network.losesAnswer = false;
    if (isLost) throw new TypeError('Failed to fetch');
    return new Response(statusCode === 204 ? null : payload, { status: statusCode });
  });
  return network;
}
