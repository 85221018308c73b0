import { useLocation, useRouter } from '@tanstack/react-router';
import type { Scene } from '#shared/contract/scenes.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import { hrefOf } from '#web/lib/basePath.ts';

/** The two ways to see scenes (docs/spec/scenes.md). */
export type SceneView = 'list' | 'storyboard';

/** Return the view from the address, so that a reload and the Back button restore it. */
export function useSceneView() {
  const router = useRouter();
  const { pathname, searchStr } = useLocation();
  const query = new URLSearchParams(searchStr);
  const view: SceneView = query.get('view') === 'storyboard' ? 'storyboard' : 'list';
  const show = (next: SceneView) => {
    if (next === 'storyboard') query.set('view', next);
    else query.delete('view');
    router.history.push(hrefOf(query.size > 0 ? `${pathname}?${query}` : pathname));
  };
  return { view, show };
}

/** Return the address of a scene in the script. */
export function addressInScript({ id, projectId }: Pick<Scene, 'id' | 'projectId'>): string {
  return hrefOf(`/projects/${encodeProjectId(projectId)}/script?scene=${id}`);
}
