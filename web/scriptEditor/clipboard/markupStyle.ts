import type { Look } from '#screenplay/styled.ts';

export type MarkupStyle = Look;

/**
 * Return the style of text inside a tag with a style attribute, based on the style around it. The
 * attribute is read as text, because the content policy prevents its effect.
 */
export function markupStyle(tag: string, attribute: string | null, around: MarkupStyle): MarkupStyle {
  let { isBold, isItalic, isUnderlined, isStruck } = around;
  if (tag === 'B' || tag === 'STRONG') isBold = true;
  if (tag === 'I' || tag === 'EM' || tag === 'CITE') isItalic = true;
  if (tag === 'U' || tag === 'INS') isUnderlined = true;
  if (tag === 'S' || tag === 'DEL' || tag === 'STRIKE') isStruck = true;
  if (!attribute) return { isBold, isItalic, isUnderlined, ...(isStruck && { isStruck }) };
  const css = attribute.toLowerCase();
  // Google Docs wraps everything in a <b> that is not bold.
  const weight = /(?:^|;)\s*font-weight\s*:\s*([a-z0-9]+)/.exec(css)?.[1];
  if (weight) isBold = weight.startsWith('bold') || Number(weight) >= 600;
  const slant = /(?:^|;)\s*font-style\s*:\s*([a-z]+)/.exec(css)?.[1];
  if (slant) isItalic = slant === 'italic' || slant === 'oblique';
  // Links are always underlined, so their underline is not a style.
  const line = /(?:^|;)\s*text-decoration(?:-line)?\s*:\s*([^;]+)/.exec(css)?.[1];
  if (line?.includes('underline') && tag !== 'A') isUnderlined = true;
  if (line?.includes('line-through')) isStruck = true;
  return { isBold, isItalic, isUnderlined, ...(isStruck && { isStruck }) };
}
