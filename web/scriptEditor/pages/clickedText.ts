import { defaultSizePoints } from '#screenplay/layout/metrics.ts';
import { plainTextOf } from '#screenplay/layout/text.ts';
import type { Element } from '#shared/contract/elements.ts';
import { offsetInLine } from '../field/caret.ts';
import { toScriptElement } from '../sheet/elementCasts.ts';

/** Return the element under a click and the offset for the caret; null beside the text. */
export function clickedText(
  event: MouseEvent,
  elementOf: (id: number) => Element | undefined,
  charPx: number,
): { element: Element; offset: number } | null {
  if (!(event.target instanceof HTMLElement)) return null;
  const piece = event.target.closest<HTMLElement>('[data-element]');
  const element = piece ? elementOf(Number(piece.dataset.element)) : undefined;
  if (!piece || !element) return null;
  const lines = [...piece.querySelectorAll<HTMLElement>('[data-from]')];
  const line = lines.find((each) => event.clientY < each.getBoundingClientRect().bottom) ?? lines.at(-1);
  if (!line) return { element, offset: plainTextOf(toScriptElement(element)).length };
  const range = { from: Number(line.dataset.from), to: Number(line.dataset.to) };
  const { left, right } = line.getBoundingClientRect();
  const x = line.querySelector('[dir=rtl]') ? right - event.clientX : event.clientX - left;
  const scale = Number(piece.dataset.size ?? defaultSizePoints) / defaultSizePoints;
  return { element, offset: offsetInLine(range, x, charPx * scale) };
}
