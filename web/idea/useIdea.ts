import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import type { Project } from '#shared/contract/projects.ts';
import { saveProject } from '#web/projects/projects.data.ts';
import { IdeaDraft } from './draft.ts';
import { PictureFrame } from './pictureFrame.ts';

interface Idea {
  draft: IdeaDraft;
  drawing: PictureFrame;
}

/** One for each project, as long as the page lasts. */
const ideas = new WeakMap<QueryClient, Map<number, Idea>>();

function ideaOf(client: QueryClient, project: Project): Idea {
  const ofClient = ideas.get(client) ?? new Map<number, Idea>();
  ideas.set(client, ofClient);
  const idea = ofClient.get(project.id) ?? {
    draft: new IdeaDraft(project, (change) => saveProject(client, project.id, change)),
    drawing: new PictureFrame(client, project.id),
  };
  ofClient.set(project.id, idea);
  return idea;
}

/** What the writer types follows the project as it is, and is saved when the view goes. */
export function useIdea(project: Project) {
  const { draft, drawing } = ideaOf(useQueryClient(), project);
  useEffect(() => draft.know(project), [draft, project]);
  useEffect(() => () => void draft.save(), [draft]);
  const { phase } = useSyncExternalStore(draft.watch, draft.state);
  const drawingState = useSyncExternalStore(drawing.watch, drawing.state);
  return { draft, drawing, texts: draft.texts(), phase, drawingState };
}
