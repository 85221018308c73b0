import { isIPv4, isIPv6 } from 'node:net';

/**
 * Return the network of an address, for rate limits: an IPv4 address itself, also if it is mapped
 * into IPv6, and the /64 network of an IPv6 address, which one connection gets.
 */
export function limitPlaceOf(address: string): string {
  const groups = groupsOf(address);
  if (!groups) return address;
  const [a = 0, b = 0] = groups.slice(6);
  if (isMapped(groups)) return [a >> 8, a & 255, b >> 8, b & 255].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/**
 * Return whether an address is this machine. Such callers are tests, benchmarks, or a proxy that
 * hides the visitors.
 */
export function isOwnMachine(address: string): boolean {
  return /^127\.|^0:0:0:0::\/64$/.test(limitPlaceOf(address));
}

/** Return whether an IPv6 address is in ::ffff:0:0/96, which contains the IPv4 addresses. */
function isMapped(groups: readonly number[]): boolean {
  return groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
}

/** Return the eight groups of an IPv6 address; null for anything else. */
function groupsOf(address: string): number[] | null {
  const [plain = ''] = address.split('%');
  if (isIPv4(plain) || !isIPv6(plain)) return null;
  const hex = plain.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...parts: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number);
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
  const [before = '', after] = hex.split('::');
  const head = before === '' ? [] : before.split(':');
  const tail = after ? after.split(':') : [];
  const zeros = after === undefined ? 0 : 8 - head.length - tail.length;
  return [...head, ...Array<string>(zeros).fill('0'), ...tail].map((group) => Number.parseInt(group, 16));
}
