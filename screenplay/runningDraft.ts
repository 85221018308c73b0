import {
  defaultRunningLayout,
  type PrintedField,
  type RunningText,
  type SetParagraph,
  type SetRun,
  textFields,
} from './setText.ts';

/**
 * Form values of a header or footer: text on the left, in the middle and on the right, with fields
 * in braces.
 */
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
  collatedRevisions: '{collated revisions}',
  activeRevisions: '{active revisions}',
  lastRevised: '{last revised}',
  label: '{label}',
};
const anyField = new RegExp(`(${Object.values(fieldNames).join('|')})`, 'i');

/** Return the text that is typed for a field. */
export function fieldPlaceholder(field: PrintedField): string {
  return fieldNames[field];
}

/** Convert a header or footer to form values. Styles are dropped; paragraphs become lines. */
export function draftOfRunning({ paragraphs }: RunningText): RunningDraft {
  const lines = { left: [] as string[], center: [] as string[], right: [] as string[] };
  for (const paragraph of paragraphs) {
    const [first = '', ...others] = textWithPlaceholders(paragraph).split('\t');
    const stops = [...(paragraph.tabs ?? [])].sort((a, b) => a.inches - b.inches);
    const firstSlot =
      paragraph.alignment === 'Right' ? 'right' : paragraph.alignment === 'Center' ? 'center' : 'left';
    const found = { left: '', center: '', right: '' };
    found[firstSlot] = first.trim();
    for (const [index, text] of others.entries()) {
      const type =
        firstSlot === 'right' ? 'Right' : (stops[index]?.type ?? (index === 0 ? 'Center' : 'Right'));
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

function textWithPlaceholders({ runs }: SetParagraph): string {
  return runs.map(({ text, field }) => (field ? fieldNames[field] : text)).join('');
}

/** Convert form values to the paragraphs of a header or footer, set like Final Draft's. */
export function runningOfDraft(draft: RunningDraft): SetParagraph[] {
  const columns = slots.map((slot) => draft[slot].split('\n'));
  const count = Math.max(...columns.map((lines) => lines.length));
  const isBlank = columns.every((lines) => lines.every((line) => line.trim() === ''));
  if (isBlank) return [];
  return Array.from({ length: count }, (_, index) => {
    const texts = columns.map((lines) => lines[index]?.trim() ?? '');
    return {
      ...defaultRunningLayout,
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
