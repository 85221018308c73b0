import type { QueryKey } from '@tanstack/react-query';

/** The lists of a project's rows, by the third part of their query keys. */
export type ProjectListName =
  | 'access'
  | 'acts'
  | 'characters'
  | 'comments'
  | 'dictionary'
  | 'elements'
  | 'issues'
  | 'outline'
  | 'scenes'
  | 'sequences'
  | 'story-beats'
  | 'tension-points'
  | 'versions';

export function projectListKey(projectId: number, list: ProjectListName): QueryKey {
  return ['projects', projectId, list];
}
