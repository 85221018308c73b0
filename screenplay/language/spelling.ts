/**
 * Return only the letters and digits in capitals. Spelling variants of a name have the same result.
 */
export function squashed(text: string): string {
  return text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Return whether two texts differ by one typing error: a letter added, missing or wrong, or two
 * swapped.
 */
export function isSlip(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 1) return false;
  let head = 0;
  while (head < one.length && one[head] === other[head]) head++;
  const [a, b] = [one.slice(head), other.slice(head)];
  if (a.length === b.length) return a.slice(1) === b.slice(1) || isSwapped(a, b);
  return a.length < b.length ? a === b.slice(1) : a.slice(1) === b;
}

/** Return whether only two adjacent letters are swapped. */
export function isSwap(one: string, other: string): boolean {
  let head = 0;
  while (head < one.length && one[head] === other[head]) head++;
  return one.length === other.length && isSwapped(one.slice(head), other.slice(head));
}

function isSwapped(a: string, b: string): boolean {
  return a.length > 1 && a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);
}
