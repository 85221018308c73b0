import { baseDirectionOf } from './baseDirection.ts';
import type { ScriptElement } from './element.ts';
import { isCueType, isHeadingType, isSpeechType } from './elementTypes/predicates.ts';
import { elementTypeTable, toShownCase } from './elementTypes/table.ts';
import { parseEmphasis, type Span } from './emphasis.ts';
import { visibleElements } from './hidden.ts';
import { isContinuedAt } from './layout/continued.ts';
import { normaliseParenthetical } from './parenthetical.ts';
import type { Screenplay } from './screenplay.ts';

/**
 * Render a script as semantic HTML for screen readers, phones, the browser's search and printing:
 * headings for scenes, paragraphs for elements, groups for speeches, two adjacent speeches for dual
 * dialogue. Takes linear time. All text is escaped.
 */
export function readingHtml({
  elements: allElements,
  format,
}: Pick<Screenplay, 'elements' | 'format'>): string {
  const elements = [...visibleElements(allElements, format)];
  const parts: string[] = [];
  let scene = 0;
  let isInScene = false;
  for (let at = 0; at < elements.length; ) {
    const element = elements[at] as ScriptElement;
    if (isHeadingType(element.elementType)) {
      scene += 1;
      if (isInScene) parts.push('</section>');
      isInScene = true;
      parts.push(`<section aria-labelledby="scene-${scene}">${headingHtml(element, scene)}`);
      at += 1;
    } else {
      const end = endOfGroup(elements, at);
      parts.push(groupHtml({ elements, format }, at, end));
      at = end;
    }
  }
  if (isInScene) parts.push('</section>');
  return parts.join('\n');
}

/**
 * Render the scenes as a list of links to the headings in `readingHtml`; "" for a script without
 * scenes.
 */
export function readingContents(elements: readonly ScriptElement[]): string {
  const items = elements
    .filter(({ elementType }) => isHeadingType(elementType))
    .map((heading, index) => {
      const number = numberOf(heading, index + 1);
      return `<li><a href="#scene-${index + 1}"><span class="number">${number}</span> ${textHtml(heading)}</a></li>`;
    });
  return items.join('\n');
}

/** Escape text for HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function headingHtml(element: ScriptElement, scene: number): string {
  const number = `<span class="unseen">Scene </span><span class="number">${numberOf(element, scene)}</span>`;
  return `<h2 id="scene-${scene}"${newPageAttribute(element)}>${number} ${textHtml(element)}</h2>`;
}

/** Return the printed scene number, or the index of the scene. */
function numberOf({ sceneNumber }: ScriptElement, scene: number): string {
  return escapeHtml(sceneNumber ?? String(scene));
}

/**
 * Return the end (exclusive) of the group that starts at `start`: a dual block, a speech or a
 * paragraph.
 */
function endOfGroup(elements: readonly ScriptElement[], start: number): number {
  if (elements[start]?.dual) {
    let end = start + 1;
    while (elements[end]?.dual && !(elements[end]?.dual === 'left' && elements[end - 1]?.dual === 'right'))
      end += 1;
    return end;
  }
  if (!isCueType(elements[start]?.elementType)) return start + 1;
  let end = start + 1;
  while (isSpoken(elements[end])) end += 1;
  return end;
}

function isSpoken(element: ScriptElement | undefined): boolean {
  return isSpeechType(element?.elementType) && element?.dual === null;
}

function groupHtml(script: Pick<Screenplay, 'elements' | 'format'>, start: number, end: number): string {
  const paragraphs = (from: number, to: number) =>
    script.elements
      .slice(from, to)
      .map((element, index) => paragraphHtml(element, script, from + index))
      .join('');
  const first = script.elements[start] as ScriptElement;
  if (first.dual) {
    const right = script.elements.findIndex((each, at) => at >= start && at < end && each.dual === 'right');
    const middle = right < 0 ? end : right;
    const columns = [paragraphs(start, middle), paragraphs(middle, end)].filter((column) => column !== '');
    return `<div class="dual">${columns.map((column) => `<div class="speech">${column}</div>`).join('')}</div>`;
  }
  if (isCueType(first.elementType)) return `<div class="speech">${paragraphs(start, end)}</div>`;
  return paragraphs(start, end);
}

function paragraphHtml(
  element: ScriptElement,
  { elements, format }: Pick<Screenplay, 'elements' | 'format'>,
  index: number,
): string {
  const isCentred = element.extras?.layout?.alignment === 'Center';
  const names = [elementTypeTable[element.elementType].readingClass, ...(isCentred ? ['centred'] : [])].join(
    ' ',
  );
  const continued = isContinuedAt(elements, format, index) ? ` ${escapeHtml(format.continuedText)}` : '';
  return `<p class="${names}"${newPageAttribute(element)}${directionAttribute(element)}>${textHtml(element)}${continued}</p>`;
}

function newPageAttribute({ extras }: ScriptElement): string {
  return extras?.layout?.startsNewPage ? ' data-new-page' : '';
}

function directionAttribute({ content }: ScriptElement): string {
  return baseDirectionOf(content) === 'rtl' ? ' dir="rtl"' : '';
}

function textHtml(element: ScriptElement): string {
  const { content, elementType } = normaliseParenthetical(element);
  const { text, spans } = parseEmphasis(content.trim());
  const printed = toShownCase(elementType, text);
  // Some capitals are longer than their lower-case letters. Drop the styles then: their offsets are
  // wrong.
  if (spans.length === 0 || printed.length !== text.length) return linesHtml(printed);
  let html = '';
  let from = 0;
  for (const span of spans) {
    html += linesHtml(printed.slice(from, span.from)) + styledHtml(printed.slice(span.from, span.to), span);
    from = span.to;
  }
  return html + linesHtml(printed.slice(from));
}

function styledHtml(text: string, { isBold, isItalic, isUnderlined, isStruck }: Span): string {
  const tags = [
    ...(isBold ? ['strong'] : []),
    ...(isItalic ? ['em'] : []),
    ...(isUnderlined ? ['u'] : []),
    ...(isStruck ? ['s'] : []),
  ];
  const open = tags.map((tag) => `<${tag}>`).join('');
  const close = tags
    .reverse()
    .map((tag) => `</${tag}>`)
    .join('');
  return open + linesHtml(text) + close;
}

function linesHtml(text: string): string {
  return escapeHtml(text).replace(/\n/g, '<br />');
}
