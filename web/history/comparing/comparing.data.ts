import { queryOptions } from '@tanstack/react-query';
import { type Draft, draftElementOf } from '#screenplay/comparing/draft.ts';
import type { PastElement } from '#screenplay/past.ts';
import {
  comparedField,
  exportComparison,
  maxDraftNameLength,
  readComparedFile,
} from '#shared/contract/comparing.ts';
import { findMoment } from '#shared/contract/history.ts';
import type { Project } from '#shared/contract/projects.ts';
import { call } from '#web/lib/api.ts';
import { type DownloadedFile, download, upload } from '#web/lib/fileCalls.ts';
import { scriptAtQuery } from '../history.data.ts';
import type { Side } from '../side.ts';

/** Query the script of a chosen file. The server reads it and stores nothing. */
export function fileDraftQuery(projectId: number, { key, file }: Side) {
  return queryOptions({
    queryKey: ['projects', projectId, 'compared-file', key],
    queryFn: async ({ signal }): Promise<Draft> => {
      if (!file) throw new Error(`The side ${key} has no file`);
      return (await upload(readComparedFile, file, comparedField, {
        params: { id: projectId },
        signal,
      })) as Draft;
    },
    // A file that cannot be read will not be readable on the second attempt.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
}

/** Query the script of a moment as a draft. Settings of the pages are the present ones. */
export function pastDraftQuery({ id, format }: Pick<Project, 'id' | 'format'>, { moment }: Side) {
  return {
    ...scriptAtQuery(id, moment ?? { historyId: 0 }),
    // A moment's script does not change, so the cached one is used.
    refetchOnMount: true,
    select: draftReader(format as Draft['format']),
  };
}

const drafts = new WeakMap<object, Draft>();

/** Return a function that converts a reply, once for each reply and format. */
function draftReader(format: Draft['format']) {
  return (reply: { elements: readonly PastElement[]; titlePage: Draft['titlePage'] }): Draft => {
    const known = drafts.get(reply);
    if (known?.format === format) return known;
    const elements = reply.elements.map(draftElementOf);
    const draft = { elements, format, titlePage: reply.titlePage };
    drafts.set(reply, draft);
    return draft;
  };
}

/** Query the moment at a time; null before the first change. */
export function momentQuery(projectId: number, time: string) {
  return queryOptions({
    queryKey: ['projects', projectId, 'script-moment', time],
    queryFn: ({ signal }) =>
      call(findMoment, { params: { id: projectId }, query: { time } }, { signal }).then(
        ({ moment }) => moment,
      ),
    gcTime: 60_000,
  });
}

/** Download two drafts as one marked script. Files are sent again: the server has stored none. */
export function downloadComparison(
  projectId: number,
  { before, after }: { before: Side; after: Side },
  options: { signal: AbortSignal; isWithoutUnsent: boolean },
): Promise<DownloadedFile> {
  const form = new FormData();
  if (before.file) form.append('before', before.file);
  if (after.file) form.append('after', after.file);
  const query = {
    before: referenceOf(before),
    after: referenceOf(after),
    beforeName: before.label.slice(0, maxDraftNameLength),
    afterName: after.label.slice(0, maxDraftNameLength),
  };
  return download(
    exportComparison,
    { params: { id: projectId }, query },
    { failure: 'Failed to export the comparison', ...options, ...((before.file || after.file) && { form }) },
  );
}

function referenceOf({ moment, file }: Side): string {
  if (file) return 'file';
  return moment ? [moment.historyId, moment.moveId ?? 999_999_999].join('.') : 'now';
}
