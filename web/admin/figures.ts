import type { UsageRange, UsageStats } from '#shared/contract/dashboard.ts';

const counted = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const inDollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const inFineDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 4,
});

export const countText = (value: number) => counted.format(value);

/** Format as "$61.84"; amounts below a cent with up to four decimals. */
export function costText(value: number): string {
  return value > 0 && value < 0.01 ? inFineDollars.format(value) : inDollars.format(value);
}

/** Format as "$200", or "$0.50" for a fraction of a dollar. */
export const usdTickText = (value: number) =>
  Number.isInteger(value) ? `$${countText(value)}` : costText(value);

/** Format as "12 kB", "3.4 MB" or "1.2 GB". */
export function bytesText(bytes: number): string {
  const kilobytes = bytes / 1024;
  if (kilobytes < 1000) return `${Math.ceil(kilobytes)} kB`;
  const megabytes = kilobytes / 1024;
  return megabytes < 1000 ? `${megabytes.toFixed(1)} MB` : `${(megabytes / 1024).toFixed(1)} GB`;
}

/** Format with four decimals: "0.0200". */
export const priceText4 = (value: number) => value.toFixed(4);

export const rangeLabels: Record<UsageRange, string> = {
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
};

/** Colour of each feature. Features that are not listed get the last colour. */
const featureColors: Record<string, string> = {
  chat: 'var(--blue-bar)',
  script_analysis: 'var(--purple-bar)',
  voice_generation: 'var(--orange-bar)',
  image_generation: 'var(--teal-bar)',
  video_generation: 'var(--yellow-bar)',
};

const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const hour = new Intl.DateTimeFormat('en-US', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

/** Return the chart of AI usage: a bar for each hour or day (UTC), divided by feature. */
export function chartOf(stats: UsageStats & { range: UsageRange }, of: 'requests' | 'cost') {
  const format = stats.range === '24h' ? hour : day;
  const places = new Map(stats.times.map((at, i) => [new Date(at).getTime(), i]));
  // Sorted by a fixed order, because the order of the breakdown changes from minute to minute.
  const features = [...new Set(stats.series.map(({ feature }) => feature))].sort(byFeature);
  const series = features.map((feature) => {
    const values = stats.times.map(() => 0);
    for (const entry of stats.series) {
      const place = places.get(new Date(entry.at).getTime());
      if (entry.feature === feature && place !== undefined) values[place] = entry[of];
    }
    return { name: feature.replaceAll('_', ' '), color: featureColors[feature] ?? 'var(--pink-bar)', values };
  });
  return { labels: stats.times.map((at) => format.format(new Date(at))), series };
}

const order = Object.keys(featureColors);

function byFeature(a: string, b: string): number {
  const [first, second] = [order.indexOf(a), order.indexOf(b)];
  return (first < 0 ? order.length : first) - (second < 0 ? order.length : second) || (a < b ? -1 : 1);
}
