import type { BrowserContext } from '@playwright/test';

export interface Console {
  /**
   * The browser itself reports every failed request: those to such an address are what the test is about, from now on. What
   * was refused before is a complaint.
   */
  expectRefusalOf(address: RegExp): void;
  /** Errors, warnings and breaches of the content policy so far, of all pages. */
  complaints(): string[];
}

/** A test has wished to be without workers; and how soon a font that was asked for early is used, the machine says. */
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
