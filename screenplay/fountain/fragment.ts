import { emptyTitlePage, type ScriptElement } from '../element.ts';
import { contentAs } from '../flow.ts';
import type { ScriptFormat } from '../format.ts';
import type { Fragment } from '../fragment.ts';
import type { NewElement } from '../selection.ts';
import { joinParts, writeParts } from './writeParts.ts';

/** Return the elements of a fragment as Fountain, without a title page. */
export function fountainOf({ elements }: Fragment, format: ScriptFormat): string {
  const script = { titlePage: emptyTitlePage, elements: elements.map(asElement), format, notes: [] };
  return joinParts(writeParts({ ...script, fountain: null })).trimEnd();
}

/**
 * Return a copied fragment for other programs: Fountain, without the bare cue "@" that it needs
 * before a speech whose cue was not copied.
 */
export function copiedTextOf(fragment: Fragment, format: ScriptFormat): string {
  return fountainOf(fragment, format).replace(/^@\n/, '');
}

/** Return an element that is not stored yet, as layout and formats show it. */
export function asElement({
  elementType,
  content,
  dual,
  alignment,
  startsNewPage,
}: NewElement): ScriptElement {
  const layout = { ...(alignment && { alignment }), ...(startsNewPage && { startsNewPage }) };
  const extras = alignment || startsNewPage ? { layout } : null;
  return {
    elementType,
    content: contentAs(elementType, content),
    dual: dual ?? null,
    originalType: null,
    extras,
  };
}
