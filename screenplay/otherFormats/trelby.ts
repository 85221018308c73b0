import { type ElementType, emptyTitlePage, type ScriptElement } from '../element.ts';
import { isParentheticalType, isTransitionType } from '../elementTypes/predicates.ts';
import { countByType, isUpperCased } from '../elementTypes/table.ts';
import { escapeText } from '../emphasis.ts';
import { defaultFormat } from '../format.ts';
import { withParentheses } from '../parenthetical.ts';
import type { ParseResult, ScriptNote } from '../screenplay.ts';

/** Type of a line by its second character. */
const types: Record<string, { type: ElementType; originalType?: string }> = {
  '\\': { type: 'scene_heading' },
  '.': { type: 'action' },
  _: { type: 'character' },
  ':': { type: 'dialogue' },
  '(': { type: 'parenthetical' },
  '/': { type: 'transition' },
  '=': { type: 'action', originalType: 'Shot' },
  '*': { type: 'action', originalType: 'New Act' },
};
/** White space after a line by its first character. A period ends the element. */
const gaps: Record<string, string> = { '>': ' ', '+': '  ', '&': '', '|': '\n', '.': '' };

/** Parse a script of Trelby, a text file with two signs before each line. Never throws. */
export function parseTrelby(text: string): ParseResult {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n?|\n/);
  const start = lines.findIndex((line) => line.startsWith('#Start-Script'));
  const elements: ScriptElement[] = [];
  const notes: ScriptNote[] = [];
  let content = '';
  for (const line of lines.slice(start + 1)) {
    const gap = gaps[line.charAt(0)];
    if (gap === undefined || line.length < 2) continue;
    content += line.slice(2) + gap;
    if (!line.startsWith('.')) continue;
    const written = content.trim();
    content = '';
    if (written === '') continue;
    if (line.charAt(1) === '%') {
      notes.push({ elementIndex: Math.max(0, elements.length - 1), text: written, author: null });
      continue;
    }
    const { type, originalType = null } = types[line.charAt(1)] ?? { type: 'action' as const };
    const cased = escapeText(isUpperCased(type) || isTransitionType(type) ? written.toUpperCase() : written);
    const printed = isParentheticalType(type) ? withParentheses(cased) : cased;
    elements.push({ elementType: type, content: printed, dual: null, originalType, extras: null });
  }
  if (elements.length === 0)
    return {
      ok: false,
      kind: 'no-content',
      message: 'The Trelby file has no script.',
      line: null,
      column: null,
    };
  const countsByType = countByType(elements);
  const count = notes.length === 1 ? '1 note (also a comment)' : `${notes.length} notes (also comments)`;
  return {
    ok: true,
    screenplay: { titlePage: titlePageOf(lines), elements, format: defaultFormat, source: null },
    notes,
    receipt: { countsByType, kept: notes.length > 0 ? [count] : [], uncertain: [], shortened: [] },
  };
}

/** Read the texts of the title page: each begins with its position, size and font. */
function titlePageOf(lines: readonly string[]) {
  const texts = lines
    .filter((line) => line.startsWith('#Title-String '))
    .map((line) =>
      line.slice('#Title-String '.length).split(',').slice(6).join(',').replaceAll('\\n', '\n').trim(),
    )
    .filter((text) => text !== '');
  const [title = '', ...rest] = texts;
  return { ...emptyTitlePage, more: [], title, contact: rest.join('\n') };
}
