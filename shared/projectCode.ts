/**
 * Project ids in addresses: "P" and id + 789456123 in base 62, most significant digit first
 * (decision OQ-18). This hides small numbers. It does not protect access.
 */
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const offset = 789_456_123;
/** Maximum of the id column, a signed 32-bit integer. */
export const maxProjectId = 2 ** 31 - 1;

/** Encode a project id: 1 → "PrQTbI". */
export function encodeProjectId(projectId: number): string {
  let rest = projectId + offset;
  let digits = '';
  while (rest > 0) {
    digits = alphabet.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return `P${digits}`;
}

/**
 * Decode a project code: "PrQTbI" → 1. Throws an Error with the documented text for an invalid
 * code.
 */
export function decodeProjectId(code: string): number {
  if (!code.startsWith('P') || code.length < 2) throw new Error('Invalid project ID format');
  let value = 0;
  for (const digit of code.slice(1)) {
    const worth = alphabet.indexOf(digit);
    if (worth < 0) throw new Error('Invalid character in project ID');
    value = value * 62 + worth;
    if (value > maxProjectId + offset) throw new Error('Invalid project ID format');
  }
  if (value <= offset) throw new Error('Invalid project ID format');
  return value - offset;
}

/**
 * Return the id that an address names as a number or a code (decision OQ-19). Throws as
 * `decodeProjectId` does.
 */
export function projectIdOf(given: string): number {
  const isNumber = /^[1-9]\d{0,9}$/.test(given) && Number(given) <= maxProjectId;
  return isNumber ? Number(given) : decodeProjectId(given);
}
