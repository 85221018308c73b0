import { type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  addOwnWord,
  addProjectWord,
  type DictionaryScope,
  type DictionaryWord,
  listDictionary,
  removeOwnWord,
  removeProjectWord,
} from '#shared/contract/dictionary.ts';
import { call, ignoreNotFound } from '#web/lib/api.ts';
import { listCache } from '#web/lib/listCache.ts';
import { projectListKey } from '#web/projects/projectLists.data.ts';

export function dictionaryQuery(projectId: number) {
  return queryOptions({
    queryKey: projectListKey(projectId, 'dictionary'),
    queryFn: ({ signal }) => call(listDictionary, { params: { id: projectId } }, { signal }),
  });
}

/** Add a word to one of the dictionaries. */
export async function addWord(
  client: QueryClient,
  projectId: number,
  word: string,
  scope: DictionaryScope,
): Promise<DictionaryWord> {
  const params = { id: projectId };
  const added =
    scope === 'project'
      ? await call(addProjectWord, { params, body: { word } })
      : await call(addOwnWord, { params, body: { word, scope } });
  listCache(client, dictionaryQuery(projectId)).settle((words) => [
    ...words.filter(({ id }) => id !== added.id),
    added,
  ]);
  return added;
}

export async function removeWord(
  client: QueryClient,
  projectId: number,
  { id: wordId, scope }: DictionaryWord,
): Promise<void> {
  const from = scope === 'project' ? removeProjectWord : removeOwnWord;
  await call(from, { params: { id: projectId, wordId } }).catch(ignoreNotFound);
  listCache(client, dictionaryQuery(projectId)).settle((words) => words.filter(({ id }) => id !== wordId));
}
