import type { ScriptElement } from '../element.ts';
import { plainText } from '../emphasis.ts';
import { writeNote } from './notes.ts';
import { escapeHidden } from './rules.ts';

/** Convert a Final Draft outline paragraph to a section, a synopsis or a note. */
export function outlineBlock({ originalType }: ScriptElement, content: string): string {
  const text = joinLines(content);
  const level = /^outline (\d)/i.exec(originalType ?? '')?.[1];
  if (level) return `${'#'.repeat(Math.min(6, Math.max(1, Number(level))))} ${text}`;
  return /^note$/i.test(originalType ?? '')
    ? writeNote({ elementIndex: null, text: plainText(content), author: null })
    : synopsisBlock(text);
}

function synopsisBlock(text: string): string {
  return joinLines(text)
    .split('\n')
    .map((line) => `= ${line}`)
    .join('\n');
}

/** Join the lines of a text with single spaces. */
export function joinLines(content: string): string {
  if (!content.includes('\n')) return content.trim();
  return content
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}

/** Write a preserved block: a section or synopsis is escaped, a cut passage is written verbatim. */
export function writePreserved(block: string): string {
  return block.startsWith('/*') ? block : escapeHidden(block);
}
