/** Where the payment provider sends people back to: always our own origin (docs/decisions/0033). */
export const afterSubscribing = '/dashboard?payment=success';

/** The number is for people who read the address; nobody is given credits for it. */
export function afterBuying(credits: number): string {
  return `/dashboard?payment=success&credits=${credits}`;
}

export function returnAddress(path: string): string {
  return new URL(path, window.location.origin).href;
}
