import { configure, getConfig, prettyDOM } from '@testing-library/react';

/**
 * Answers come from a server, which shares the machine with others: they are waited for. What is on the page is written down
 * when that was in vain, and not at every look, which took a twentieth of the time of all tests of the web.
 */
export function waitPatiently(): void {
  configure({
    asyncUtilTimeout: 30_000,
    getElementError: (message, container) => {
      const { _disableExpensiveErrorDiagnostics: isLooking } = getConfig() as unknown as Record<
        string,
        unknown
      >;
      const error = new Error(
        [message, isLooking ? null : prettyDOM(container)].filter(Boolean).join('\n\n'),
      );
      error.name = 'TestingLibraryElementError';
      return error;
    },
  });
}
