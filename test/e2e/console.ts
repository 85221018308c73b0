import type { BrowserContext } from '@playwright/test';

export interface Console {
  /**
   * Permit failed requests to these URLs from now on. The browser itself logs every failed request.
   * Earlier ones remain complaints.
   */
  expectRefusalOf(address: RegExp): void;
  /** Return errors, warnings and violations of the content security policy so far, of all pages. */
  complaints(): string[];
}

/**
 * Messages that a test causes on purpose, or that depend on the speed of the machine: a blocked
 * service worker, and a preloaded font that is used late.
 */
const ownWords =
  /^Service Worker registration blocked|was preloaded using link preload but not used within a few seconds/;

export function listenTo(context: BrowserContext): Console {
  const heard: { text: string; address: string }[] = [];
  const expected: { address: RegExp; since: number }[] = [];
  context.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return;
    heard.push({ text: message.text(), address: message.location().url });
  });
  context.on('weberror', (error) => heard.push({ text: String(error.error()), address: '' }));
  return {
    expectRefusalOf: (address) => expected.push({ address, since: heard.length }),
    complaints: () =>
      heard
        .filter(({ text, address }, at) => {
          const asked = text.startsWith('Failed to load resource')
            ? address
            : text.match(/^WebSocket connection to '(.*?)' failed/)?.[1];
          if (ownWords.test(text)) return false;
          return (
            asked === undefined || !expected.some((known) => at >= known.since && known.address.test(asked))
          );
        })
        .map(({ text, address }) => `${text} (${address})`),
  };
}
