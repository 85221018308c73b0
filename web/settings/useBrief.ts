import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Brief, Project } from '#shared/contract/projects.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { useUpdateProject } from '#web/projects/projects.data.ts';

/** Of each field: shared/contract/projects.ts, Brief. */
export const briefLimit = 1500;

export const briefKeys = ['premise', 'tone', 'rules', 'constants'] as const satisfies (keyof Brief)[];

/** The brief as it is written. It is saved whole, one save after the other. */
export function useBrief(project: Project) {
  const { mutateAsync, isPending, isSuccess } = useUpdateProject(project.id);
  const [drafts, setDrafts] = useState<Partial<Brief>>({});
  /** A field was left; what is written while a save is on its way follows it. */
  const [isDue, setIsDue] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const isGone = useRef(false);
  const { brief: saved } = project;
  const [seen, setSeen] = useState(saved);
  // A draft stands until what it says has come back as saved.
  if (seen !== saved) {
    setSeen(saved);
    setDrafts(unsavedOf(drafts, saved));
  }
  const brief: Brief = { ...saved, ...drafts };
  const isChanged = briefKeys.some((key) => brief[key] !== saved[key]);

  const send = useEffectEvent(async () => {
    // A field that is too long stays as it was; the others do not wait for it.
    const fitting = briefKeys.map((key) => [key, brief[key].length > briefLimit ? saved[key] : brief[key]]);
    const sent: Brief = { ...brief, ...Object.fromEntries(fitting) };
    if (briefKeys.every((key) => sent[key] === saved[key])) return;
    try {
      await mutateAsync({ brief: sent });
      setHasFailed(false);
    } catch {
      setHasFailed(true);
      if (isGone.current) toast(toastTexts.saveFailed);
    }
  });

  useEffect(() => {
    if (!isDue || isPending) return;
    setIsDue(false);
    void send();
  }, [isDue, isPending]);

  /** Going back by key leaves no field first. */
  const leave = useEffectEvent(() => {
    if (!isPending && !hasFailed) void send();
  });
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      leave();
    };
  }, []);

  return {
    brief,
    isChanged,
    isSaving: isPending,
    isSaved: isSuccess && !isChanged,
    isFailed: hasFailed && isChanged,
    write: (key: keyof Brief, text: string) =>
      setDrafts((before) => unsavedOf({ ...before, [key]: text }, saved)),
    save: () => setIsDue(true),
  };
}

/** Drafts that say something else than what is saved. */
function unsavedOf(drafts: Partial<Brief>, saved: Brief): Partial<Brief> {
  const left = briefKeys.filter((key) => drafts[key] !== undefined && drafts[key] !== saved[key]);
  return Object.fromEntries(left.map((key) => [key, drafts[key]]));
}
