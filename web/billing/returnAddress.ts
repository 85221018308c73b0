import { hrefOf } from '#web/lib/basePath.ts';
/**
 * Path to which the payment provider returns subscribers; always on our origin
 * (docs/decisions/0033).
 */
export const afterSubscribing = '/dashboard?payment=success';

/** Return the path for buyers. The number is informative only; the server does not read it. */
export function afterBuying(credits: number): string {
  return `/dashboard?payment=success&credits=${credits}`;
}

export function returnAddress(path: string): string {
  return new URL(hrefOf(path), window.location.origin).href;
}
