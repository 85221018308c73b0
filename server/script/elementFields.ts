import type { ElementExtras, LayoutOverride } from '#screenplay/element.ts';
import { contentAs } from '#screenplay/flow.ts';
import type { ElementRow } from './script.queries.ts';

/** What a writer gives of a new element. */
export interface GivenElement extends GivenLayout {
  elementType: ElementRow['elementType'];
  content: string;
  characterName?: string | null | undefined;
  parenthetical?: string | null | undefined;
  dual?: ElementRow['dual'] | undefined;
}

interface GivenLayout {
  alignment?: LayoutOverride['alignment'] | null | undefined;
  startsNewPage?: boolean | undefined;
}

/** The fields of a new element, its text as its type keeps it (spec workspace §5). */
export function normalised({
  elementType,
  content,
  characterName,
  parenthetical,
  dual,
  ...layout
}: GivenElement) {
  return {
    elementType,
    content: contentAs(elementType, content),
    characterName: characterName?.toUpperCase() ?? null,
    parenthetical: parenthetical ?? null,
    dual: dual ?? null,
    extras: withLayout(null, layout),
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
