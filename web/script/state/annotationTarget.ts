import { toTitleCase } from '#screenplay/cue.ts';
import { isCueType } from '#screenplay/elementTypes/predicates.ts';
import { elementLabels, toShownCase } from '#screenplay/elementTypes/table.ts';
import { plainText } from '#screenplay/emphasis.ts';
import type { SelectedPart } from '#screenplay/selection.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { LiveFieldHandle } from '#web/scriptEditor/field/liveText.ts';
import type { ActiveLine } from '#web/scriptEditor/line/activeLine.ts';
import { selectedText } from '#web/scriptEditor/pages/selectedText.ts';

/** Return the target of a comment or question: an element or a range of it, with a label. */
export function annotationTarget(
  element: Element,
  speaker: string | null,
  sceneNumber: string | null,
  chosen: { text: string; start: number; end: number } | null,
) {
  const what = [
    speaker && !isCueType(element.elementType) ? toTitleCase(speaker) : null,
    elementLabels[element.elementType].toLowerCase(),
  ];
  const label = [...what, sceneNumber ? `scene ${sceneNumber}` : null].filter(Boolean).join(', ');
  return {
    elementId: element.id,
    label: label.charAt(0).toUpperCase() + label.slice(1),
    selectedText: chosen?.text ?? null,
    selectionStart: chosen?.start ?? null,
    selectionEnd: chosen?.end ?? null,
  };
}

/** Return the selected range of one element, in the active line or by the browser. */
export function selectedRangeIn(
  { id, content }: Element,
  live: ActiveLine | null,
  field: LiveFieldHandle | null,
  desk: HTMLElement | null,
) {
  if (live?.id === id) {
    const { start, end } = field?.selection() ?? { start: 0, end: 0 };
    const text = toShownCase(live.type, live.text.text.slice(start, end));
    return text.trim() === '' ? null : { text, start, end };
  }
  const selected = selectedText(desk);
  if (selected?.elementId !== id) return null;
  const { start, end } = selected;
  return { start, end, text: plainText(content).slice(start, end) };
}

/** Return the selected words of an element. */
export function selectedWords({
  element,
  text,
  start,
  end,
}: Pick<SelectedPart<Element>, 'element' | 'text' | 'start' | 'end'>) {
  return { text: toShownCase(element.elementType, text.text.slice(start, end)), start, end };
}
