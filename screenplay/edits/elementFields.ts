import { type ElementExtras, isUpperCased, type LayoutOverride } from '../element.ts';
import type { GivenElement, GivenLayout } from './edit.ts';

/** The fields of a new element, in capitals where its type asks for them (spec workspace §5). */
export function normalised({
  elementType,
  content,
  characterName,
  parenthetical,
  dual,
  alignment,
  startsNewPage,
}: GivenElement) {
  return {
    elementType,
    content: isUpperCased(elementType) ? content.toUpperCase() : content,
    characterName: characterName?.toUpperCase() ?? null,
    parenthetical: parenthetical ?? null,
    dual: dual ?? null,
    extras: withLayout(null, { alignment, startsNewPage }),
  };
}

/** Extras with alignment and page break as given; what is not given stays, as do all other extras. */
export function withLayout(extras: ElementExtras | null, given: GivenLayout): ElementExtras | null {
  const { layout: stored, ...others } = extras ?? {};
  const { alignment = stored?.alignment, startsNewPage = stored?.startsNewPage } = given;
  const { alignment: _, startsNewPage: __, ...rest } = stored ?? {};
  const layout: LayoutOverride = {
    ...rest,
    ...(alignment ? { alignment } : {}),
    ...(startsNewPage ? { startsNewPage } : {}),
  };
  const all = Object.keys(layout).length > 0 ? { ...others, layout } : others;
  return Object.keys(all).length > 0 ? all : null;
}
