import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import type { Project } from '#shared/contract/projects.ts';
import { ideaToasts } from '#web/idea/ideaToasts.ts';
import { type Autosave, createAutosave } from '#web/lib/autosave.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { useShownAutosave } from '#web/lib/useAutosave.ts';
import { saveProject } from '#web/projects/projects.data.ts';
import { PictureFrame } from './pictureFrame.ts';
import { type IdeaTexts, ideaChange, textsOf } from './texts.ts';

/** Title, logline and synopsis with their unsaved changes. */
export type IdeaDraft = Autosave<IdeaTexts>;

interface Idea {
  draft: IdeaDraft;
  drawing: PictureFrame;
}

/**
 * The texts of each project until the page is closed: unsaved text is restored when the view
 * reopens.
 */
const ideas = new WeakMap<QueryClient, Map<number, Idea>>();

function ideaOf(client: QueryClient, project: Project): Idea {
  const ofClient = ideas.get(client) ?? new Map<number, Idea>();
  ideas.set(client, ofClient);
  const idea = ofClient.get(project.id) ?? {
    draft: draftOfIdea(client, project),
    drawing: new PictureFrame(client, project.id),
  };
  ofClient.set(project.id, idea);
  return idea;
}

function draftOfIdea(client: QueryClient, project: Project): IdeaDraft {
  const draft = createAutosave(textsOf(project), () => ({
    send: (texts, saved, isLast) => {
      const change = ideaChange(saved, texts);
      return change && saveProject(client, project.id, change, isLast).then(textsOf);
    },
    isSame: (one, other) => one.trim() === other.trim(),
    // A blank title is replaced by the saved one (decision OQ-34).
    isDropped: (field, text) => field === 'name' && text.trim() === '',
    onSaved: () => toast(ideaToasts.changesSaved),
    onFailed: () =>
      toast({ ...toastTexts.saveFailed, action: { label: 'Try again', onClick: () => void draft.save() } }),
  }));
  const warn = (event: BeforeUnloadEvent) => event.preventDefault();
  draft.watch(() => {
    // Adding the same listener again does nothing.
    if (draft.isUnsaved()) window.addEventListener('beforeunload', warn);
    else window.removeEventListener('beforeunload', warn);
  });
  return draft;
}

/** Hold the text of the view: it follows the project, and is saved on unmount. */
export function useIdea(project: Project) {
  const { draft, drawing } = ideaOf(useQueryClient(), project);
  useEffect(() => draft.know(textsOf(project)), [draft, project]);
  const { phase } = useShownAutosave(draft);
  const drawingState = useSyncExternalStore(drawing.watch, drawing.state);
  return { draft, drawing, texts: draft.values(), phase, drawingState };
}
