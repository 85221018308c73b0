/** Log a failure that users do not see, or see only as a short message. */
export function logFailure(what: string, error: unknown): void {
  console.error(`${what}:`, error);
}
