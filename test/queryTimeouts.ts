import { configure, getConfig, prettyDOM } from '@testing-library/react';

/**
 * Wait long for answers: they come from a server that shares the machine with other tests. The page
 * is printed only when the wait fails. Printing it at every check took 5% of the time of all web
 * tests.
 */
export function extendQueryTimeouts(): void {
  configure({
    asyncUtilTimeout: 30_000,
    getElementError: (message, container) => {
      const { _disableExpensiveErrorDiagnostics: isRetrying } = getConfig() as unknown as Record<
        string,
        unknown
      >;
      const error = new Error(
        [message, isRetrying ? null : prettyDOM(container)].filter(Boolean).join('\n\n'),
      );
      error.name = 'TestingLibraryElementError';
      return error;
    },
  });
}
