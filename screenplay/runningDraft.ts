import {
  type PrintedField,
  type RunningText,
  runningPlace,
  type SetParagraph,
  type SetRun,
  textFields,
} from './setText.ts';

/** A header or footer as a writer types it: what stands left, in the middle and right, fields in braces. */
export interface RunningDraft {
  left: string;
  center: string;
  right: string;
}

const fieldNames: Record<PrintedField, string> = {
  page: '{page}',
  pages: '{pages}',
  date: '{date}',
  file: '{file name}',
};
const anyField = /(\{page\}|\{pages\}|\{date\}|\{file name\})/i;

/** How a field is typed. */
export function writtenField(field: PrintedField): string {
  return fieldNames[field];
}

/** Headers and footers → what a form shows of them. Style is not shown; several lines stand below each other. */
export function draftOfRunning({ paragraphs }: RunningText): RunningDraft {
  const lines = { left: [] as string[], center: [] as string[], right: [] as string[] };
  for (const paragraph of paragraphs) {
    const [first = '', ...others] = writtenText(paragraph).split('\t');
    const stops = [...(paragraph.tabs ?? [])].sort((a, b) => a.inches - b.inches);
    const own =
      paragraph.alignment === 'Right' ? 'right' : paragraph.alignment === 'Center' ? 'center' : 'left';
    const found = { left: '', center: '', right: '' };
    found[own] = first.trim();
    for (const [index, text] of others.entries()) {
      const type = own === 'right' ? 'Right' : (stops[index]?.type ?? (index === 0 ? 'Center' : 'Right'));
      const slot = type === 'Right' ? 'right' : type === 'Center' ? 'center' : 'left';
      found[slot] = `${found[slot]} ${text.trim()}`.trim();
    }
    for (const slot of slots) lines[slot].push(found[slot]);
  }
  return {
    left: lines.left.join('\n').trimEnd(),
    center: lines.center.join('\n').trimEnd(),
    right: lines.right.join('\n').trimEnd(),
  };
}

const slots = ['left', 'center', 'right'] as const;

function writtenText({ runs }: SetParagraph): string {
  return runs.map(({ text, field }) => (field ? fieldNames[field] : text)).join('');
}

/** What a form holds → the paragraphs of a header or footer, as Final Draft sets one. */
export function runningOfDraft(draft: RunningDraft): SetParagraph[] {
  const columns = slots.map((slot) => draft[slot].split('\n'));
  const count = Math.max(...columns.map((lines) => lines.length));
  const isBlank = columns.every((lines) => lines.every((line) => line.trim() === ''));
  if (isBlank) return [];
  return Array.from({ length: count }, (_, index) => {
    const texts = columns.map((lines) => lines[index]?.trim() ?? '');
    return {
      ...runningPlace,
      alignment: 'Left' as const,
      rightInches: -1,
      runs: runsOfText(texts.join('\t').trimEnd()),
      tabs: [
        { inches: 4.5, type: 'Center' as const },
        { inches: 7.25, type: 'Right' as const },
      ],
    };
  });
}

function runsOfText(text: string): SetRun[] {
  return text
    .split(anyField)
    .filter((part) => part !== '')
    .map((part) => {
      const field = textFields.find((each) => fieldNames[each] === part.toLowerCase());
      return field ? { text: '', field } : { text: part };
    });
}
