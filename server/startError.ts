/** Startup error that the operator can fix. main prints only its message and exits with 1. */
export class StartError extends Error {
  override name = 'StartError';
}
