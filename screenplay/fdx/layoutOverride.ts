import type { Alignment, LayoutOverride } from '../element.ts';
import { linePoints } from '../layout/metrics.ts';
import type { Attribute } from './xmlParser.ts';

const layoutNames = new Set([
  'Alignment',
  'FirstIndent',
  'LeftIndent',
  'RightIndent',
  'SpaceBefore',
  'Spacing',
  'StartsNewPage',
]);
const alignments = new Set(['Left', 'Center', 'Right', 'Full']);

export function isLayoutAttribute(name: string): boolean {
  return layoutNames.has(name);
}

/** Return the overrides of a paragraph's style in its layout attributes; null if it has none. */
export function layoutOf(attributes: readonly Attribute[]): LayoutOverride | null {
  const layout: LayoutOverride = {};
  for (const [name, value] of attributes) {
    const number = value.trim() === '' ? Number.NaN : Number(value);
    if (name === 'Alignment' && alignments.has(value)) layout.alignment = value as Alignment;
    else if (name === 'StartsNewPage' && value === 'Yes') layout.startsNewPage = true;
    else if (!Number.isFinite(number)) continue;
    else if (name === 'LeftIndent' && number >= 0) layout.leftInches = number;
    // A negative right indent counts from the other edge. Only headers and notes have one.
    else if (name === 'RightIndent' && number > 0) layout.rightInches = number;
    else if (name === 'FirstIndent') layout.firstIndentInches = number;
    else if (name === 'SpaceBefore' && number >= 0) layout.spaceBeforeLines = Math.round(number / linePoints);
    else if (name === 'Spacing' && number > 0) layout.spacing = number;
  }
  return Object.keys(layout).length > 0 ? layout : null;
}

/** Convert overrides of a style to Paragraph attributes. */
export function layoutAttributes(layout: LayoutOverride): Attribute[] {
  const attributes: Attribute[] = [];
  const add = (name: string, value: string | undefined) => {
    if (value !== undefined) attributes.push([name, value]);
  };
  add('Alignment', layout.alignment);
  add('FirstIndent', layout.firstIndentInches?.toFixed(2));
  add('LeftIndent', layout.leftInches?.toFixed(2));
  add('RightIndent', layout.rightInches?.toFixed(2));
  add(
    'SpaceBefore',
    layout.spaceBeforeLines === undefined ? undefined : `${layout.spaceBeforeLines * linePoints}`,
  );
  add('Spacing', layout.spacing === undefined ? undefined : `${layout.spacing}`);
  add('StartsNewPage', layout.startsNewPage ? 'Yes' : undefined);
  return attributes;
}
