import { SaxesParser } from 'saxes';
import type { SvgPicture } from './svgPicture.ts';

interface Element {
  name: string;
  attributes: Record<string, string>;
}

/** Parse a drawing as a browser would. Throws if it is not well formed. */
export function readSvg({ svg }: Pick<SvgPicture, 'svg'>) {
  const elements: Element[] = [];
  let text = '';
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => elements.push({ name, attributes }));
  parser.on('text', (more) => {
    text += more;
  });
  parser.write(svg).close();
  const named = (name: string) => elements.filter(({ attributes }) => attributes['data-part'] === name);
  return { source: svg, elements, text, named };
}
