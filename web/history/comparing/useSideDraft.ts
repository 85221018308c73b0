import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Draft, DraftElement } from '#screenplay/comparing/draft.ts';
import { isHeadingType } from '#screenplay/elementTypes/predicates.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Project } from '#shared/contract/projects.ts';
import { messageOf } from '#web/lib/api.ts';
import type { Side } from '../side.ts';
import { fileDraftQuery, pastDraftQuery } from './comparing.data.ts';

/** The script as it is, with what its pages need. */
export interface CurrentScript {
  project: Pick<Project, 'id' | 'name' | 'format' | 'titlePage'>;
  elements: readonly Element[];
  /** Printed numbers by scene id. */
  sceneNumbers: ReadonlyMap<number, string>;
}

/** A draft that is loaded; undefined until then. */
export interface LoadedDraft {
  draft: Draft | undefined;
  /** Reason of a failure; null without one. */
  failure: string | null;
  retry: () => void;
}

/** Load the draft of a side. */
export function useSideDraft(side: Side, current: CurrentScript): LoadedDraft {
  const { project, elements, sceneNumbers } = current;
  const isNow = side.moment === null && !side.file;
  const past = useQuery({ ...pastDraftQuery(project, side), enabled: side.moment !== null });
  const file = useQuery({ ...fileDraftQuery(project.id, side), enabled: side.file !== undefined });
  const now = useMemo(
    () => (isNow ? currentDraft(project, elements, sceneNumbers) : undefined),
    [isNow, project, elements, sceneNumbers],
  );
  if (isNow) return { draft: now, failure: null, retry: () => undefined };
  const query = side.file ? file : past;
  const reason = side.file
    ? messageOf(query.error, `"${side.label}" could not be read. Check your connection and try again.`)
    : 'Failed to load the script as it was. Check your connection and try again.';
  return {
    draft: query.data,
    failure: query.isError ? reason : null,
    retry: () => void query.refetch(),
  };
}

function currentDraft(
  { format, titlePage }: CurrentScript['project'],
  elements: readonly Element[],
  sceneNumbers: CurrentScript['sceneNumbers'],
): Draft {
  const numbered = elements.map((element) => ({
    ...element,
    sceneNumber: isHeadingType(element.elementType)
      ? (sceneNumbers.get(element.sceneId ?? -1) ?? null)
      : null,
  }));
  return {
    elements: numbered as readonly object[] as readonly DraftElement[],
    format: format as Draft['format'],
    titlePage,
  };
}
