import type { ScriptElement } from '../element.ts';
import { isHeadingType } from '../elementTypes/predicates.ts';
import { blocksOf } from '../fountain/extras.ts';
import { withLostOutline } from '../fountain/lostOutline.ts';
import type { SourceExtras } from '../screenplay.ts';
import { templateElement } from './template.ts';
import { nodeXml, paragraphXml } from './xml.ts';

/** Content between the elements of a Fountain file, in Final Draft's form. */
export interface PlannedContent {
  /** XML of outline paragraphs before an element, by element index. */
  before: ReadonlyMap<number, string[]>;
  /** XML of outline paragraphs after the last element. */
  after: readonly string[];
  /** Synopses of the scene that a heading opens, by element index. */
  summaries: ReadonlyMap<number, string[]>;
}

/** Deepest outline level of Final Draft. */
const maxLevel = 4;

/**
 * Convert sections to outline paragraphs, and synopses to the summary of their scene. A synopsis
 * below a section becomes the section's body. Cut passages have no counterpart in Final Draft.
 */
export function plannedContent(
  stored: readonly ScriptElement[],
  source: SourceExtras | null,
): PlannedContent {
  const { elements, fountain } = withLostOutline(stored, source?.fountain);
  const before = new Map<number, string[]>();
  const summaries = new Map<number, string[]>();
  let heading = -1;
  const add = (blocks: readonly string[], index: number) => {
    let isBelowSection = false;
    for (const block of blocks) {
      const [, marks, title] = /^(#{1,6})\s*(.*)$/.exec(block) ?? [];
      const [, synopsis] = /^=(?!=)\s*(.*)$/s.exec(block) ?? [];
      if (marks && title) {
        put(before, index, outlineXml(`Outline ${Math.min(maxLevel, marks.length)}`, title));
        isBelowSection = true;
      } else if (synopsis && (isBelowSection || heading < 0))
        put(before, index, outlineXml('Outline Body', synopsis));
      else if (synopsis) put(summaries, heading, synopsis);
    }
  };
  for (const [index, element] of elements.entries()) {
    add(blocksOf(element.extras?.fountain, 'before'), index);
    if (isHeadingType(element.elementType)) heading = index;
  }
  add(blocksOf(fountain, 'after'), elements.length);
  const after = before.get(elements.length) ?? [];
  before.delete(elements.length);
  return { before, after, summaries };
}

function put(map: Map<number, string[]>, index: number, text: string): void {
  const known = map.get(index);
  if (known) known.push(text);
  else map.set(index, [text]);
}

function outlineXml(type: string, text: string): string {
  return paragraphXml([['Type', type]], [[text, []]]);
}

/** Return the SceneProperties of a heading that has summaries. */
export function summaryXml(lines: readonly string[]): string {
  const paragraphs = lines.map((line) => templateElement('Paragraph', {}, templateElement('Text', {}, line)));
  return nodeXml(templateElement('SceneProperties', {}, templateElement('Summary', {}, ...paragraphs)));
}

/** Return the types that `plannedContent` creates, for the style sheet. */
export function plannedTypes({ before, after }: PlannedContent): string[] {
  const types = [...[...before.values()].flat(), ...after].map(
    (xml) => /Type="([^"]*)"/.exec(xml)?.[1] ?? '',
  );
  return [...new Set(types)].filter((type) => type !== '');
}
