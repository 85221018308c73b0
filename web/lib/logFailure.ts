/** For failures of which people are told quietly, or not at all: whoever looks into the console finds them. */
export function logFailure(what: string, error: unknown): void {
  console.error(`${what}:`, error);
}
