import type { BrowserContext } from '@playwright/test';

export interface Console {
  /**
   * Permit failed requests to these URLs from now on. The browser itself logs every failed request.
   * Earlier ones remain complaints.
   */
  expectFailedRequests(address: RegExp): void;
  /** Return errors, warnings and violations of the content security policy so far, of all pages. */
  problems(): string[];
}

/**
 * Messages that a test causes on purpose, or that depend on the speed of the machine: a blocked
 * service worker, a preloaded font that is used late, and files preloaded before the service worker
 * has taken over the page.
 */
const expectedMessages =
  /^Service Worker registration blocked|was preloaded using link preload but not used within a few seconds|not used because it is a cross-world service worker resource mismatch/;

export function watchConsole(context: BrowserContext): Console {
  const messages: { text: string; address: string }[] = [];
  const expected: { address: RegExp; since: number }[] = [];
  context.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return;
    messages.push({ text: message.text(), address: message.location().url });
  });
  context.on('weberror', (error) => messages.push({ text: String(error.error()), address: '' }));
  return {
    expectFailedRequests: (address) => expected.push({ address, since: messages.length }),
    problems: () =>
      messages
        .filter(({ text, address }, at) => {
          const url = text.startsWith('Failed to load resource')
            ? address
            : text.match(/^WebSocket connection to '(.*?)' failed/)?.[1];
          if (expectedMessages.test(text)) return false;
          return url === undefined || !expected.some((known) => at >= known.since && known.address.test(url));
        })
        .map(({ text, address }) => `${text} (${address})`),
  };
}
