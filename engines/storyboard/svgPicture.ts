import type { PictureSize } from './size.ts';
import { escapeXml, rect, tag } from './svg.ts';

export interface SvgPicture extends PictureSize {
  /** The complete file. */
  svg: string;
  /** Alternative text. */
  alt: string;
}

interface Caption {
  alt: string;
  /** The writer's words that it was drawn from. */
  about: string;
  id: string;
}

/** Width of a storyboard frame's ink edge, in screen pixels at any size. */
const edge = 1.5;

/**
 * Return a complete SVG file. It has no scripts, loads nothing and has no styles, so the strictest
 * content policy allows it. Content outside the frame is clipped.
 */
export function sheet(
  { width, height }: PictureSize,
  { alt, about, id }: Caption,
  content: string,
  framed: boolean,
): SvgPicture {
  const clip = tag('clipPath', { id: `${id}frame` }, tag('rect', { width, height }));
  const text =
    tag('title', {}, escapeXml(alt)) + (about.trim() === '' ? '' : tag('desc', {}, escapeXml(about)));
  const frame = framed
    ? rect(0, 0, width, height, 'none', {
        'data-part': 'edge',
        stroke: '#1D1B18',
        // Half of the stroke is outside and invisible.
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
