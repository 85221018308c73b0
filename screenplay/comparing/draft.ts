import type { ScriptElement, TitlePage } from '../element.ts';
import type { ScriptFormat } from '../format.ts';
import { visibleElements } from '../hidden.ts';
import { pageLabelOf } from '../layout/pageNumbers.ts';
import { paginationSteps } from '../layout/paginate.ts';
import { pageOf } from '../layout/pieces.ts';
import type { PastElement } from '../past.ts';
import { numberedStretches } from '../printing/chooseScenes.ts';
import { provideLockRules } from '../production/provideLockRules.ts';
import type { Steps } from '../steps.ts';

provideLockRules();

/** Element of a compared draft. Elements of one project have ids, those of a file have none. */
export interface DraftElement extends ScriptElement {
  id?: number | undefined;
  /** Parenthetical that is stored with a speech. */
  parenthetical?: string | null | undefined;
}

/** A state of a script that is compared with another: a moment of its history, or a file. */
export interface Draft {
  elements: readonly DraftElement[];
  format: ScriptFormat;
  /** Null if it is not known, as for moments without a name. */
  titlePage: TitlePage | null;
}

/** Printed labels of a draft, by element. */
export interface DraftLabels {
  /** Label of the page on which the element begins. */
  pages: string[];
  /** Number of the scene that the heading begins; "" for other elements. */
  scenes: string[];
}

/** A draft that is ready to be compared. */
export interface LabelledDraft extends Draft {
  labels: DraftLabels;
}

/** Paginate a draft in steps. Elements that are not printed are left out. */
export function* labelDraftInSteps(draft: Draft): Steps<LabelledDraft> {
  const elements = visibleElements(draft.elements, draft.format) as readonly DraftElement[];
  const pagination = yield* paginationSteps(elements, draft.format);
  const pages = elements.map((_, index) => pageLabelOf(pagination, pageOf(pagination, index)));
  const scenes = elements.map(() => '');
  for (const { from, number } of numberedStretches(elements)) scenes[from] = number;
  return { ...draft, elements, labels: { pages, scenes } };
}

/** Return an element of the history as one of a draft. */
export function draftElementOf(past: PastElement): DraftElement {
  const { id, elementType, content, dual, parenthetical } = past;
  const { originalType = null, extras = null, sceneNumber = null } = past;
  return { id, elementType, content, dual, parenthetical, originalType, extras, sceneNumber };
}
