/** Size of a drawing in units of its viewBox. */
export interface PictureSize {
  width: number;
  height: number;
}

/** All formats have about the same area, so lines look equally thick in each. */
const area = 376_000;
const minRatio = 1 / 4;
const maxRatio = 4;

/**
 * Return the size for a ratio: "2.35:1", or a number (width to height). Anything else is 16:9.
 * Clamped to 1:4 to 4:1.
 */
export function pictureSize(ratio: string | number): PictureSize {
  const share = Math.min(maxRatio, Math.max(minRatio, shareOf(ratio) ?? 16 / 9));
  const height = Math.round(Math.sqrt(area / share));
  return { width: Math.round(height * share), height };
}

function shareOf(ratio: string | number): number | null {
  if (typeof ratio === 'number') return Number.isFinite(ratio) && ratio > 0 ? ratio : null;
  const [, width = '', height = ''] =
    /^\s*(\d{1,5}(?:\.\d{1,5})?)\s*[:/x]\s*(\d{1,5}(?:\.\d{1,5})?)\s*$/.exec(ratio) ?? [];
  const share = Number(width) / Number(height);
  return Number.isFinite(share) && share > 0 ? share : null;
}
