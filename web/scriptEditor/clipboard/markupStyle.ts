import type { Look } from '#screenplay/styled.ts';

export type MarkupStyle = Look;

/**
 * What a tag and its style attribute say about style; it adds to what is around it, or takes it away. The attribute
 * is read as text: the page's policy keeps it from having effect.
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
  // Links are underlined everywhere; that says nothing.
  const line = /(?:^|;)\s*text-decoration(?:-line)?\s*:\s*([^;]+)/.exec(css)?.[1];
  if (line?.includes('underline') && tag !== 'A') isUnderlined = true;
  if (line?.includes('line-through')) isStruck = true;
  return { isBold, isItalic, isUnderlined, ...(isStruck && { isStruck }) };
}
