/** Mix `share` of `b` into `a`, both in the form "#RRGGBB". */
export function mix(a: string, b: string, share: number): string {
  const channel = (at: number) => {
    const from = Number.parseInt(a.slice(at, at + 2), 16);
    const to = Number.parseInt(b.slice(at, at + 2), 16);
    return Math.round(from + (to - from) * share)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`.toUpperCase();
}

export function darker(colour: string, share: number): string {
  return mix(colour, '#0A0B0D', share);
}

export function lighter(colour: string, share: number): string {
  return mix(colour, '#FFF9EA', share);
}
