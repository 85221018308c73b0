import type { PictureSize } from './size.ts';
import { escaped, rect, tag } from './svg.ts';

export interface SvgPicture extends PictureSize {
  /** The whole file. */
  svg: string;
  /** What it shows, as text for those who do not see it. */
  alt: string;
}

interface Caption {
  alt: string;
  /** What it was drawn from; the writer's words. */
  about: string;
  id: string;
}

/** The ink around a frame of a storyboard, in pixels of the screen at any size. */
const edge = 1.5;

/**
 * A whole SVG file. Nothing in it acts, loads or styles, so the strictest content policy shows it; what lies
 * outside the frame is cut.
 */
export function sheet(
  { width, height }: PictureSize,
  { alt, about, id }: Caption,
  content: string,
  framed: boolean,
): SvgPicture {
  const clip = tag('clipPath', { id: `${id}frame` }, tag('rect', { width, height }));
  const text = tag('title', {}, escaped(alt)) + (about.trim() === '' ? '' : tag('desc', {}, escaped(about)));
  const frame = framed
    ? rect(0, 0, width, height, 'none', {
        'data-part': 'edge',
        stroke: '#1D1B18',
        // Half of it lies outside and is not seen.
        'stroke-width': edge * 2,
        'vector-effect': 'non-scaling-stroke',
      })
    : '';
  const svg = tag(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${width} ${height}`, width, height, role: 'img' },
    text + tag('defs', {}, clip) + tag('g', { 'clip-path': `url(#${id}frame)` }, content) + frame,
  );
  return { svg, alt, width, height };
}
