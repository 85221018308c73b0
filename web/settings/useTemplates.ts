import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Project } from '#shared/contract/projects.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import { type TemplateKind, templateKinds, templateLimit } from '#shared/promptTemplates.ts';
import { toast } from '#web/lib/toast.ts';
import { projectQuery, useUpdateProject } from '#web/projects/projects.data.ts';
import { settingsToasts } from '#web/settings/settingsToasts.ts';
import { changeTo, isSameTemplate, type Templates, templatesOf } from './templates.ts';

/** Unsaved text of an editor. */
interface Draft {
  text: string;
  /** The saved text on which it is based. */
  base: string;
}

type Drafts = Record<TemplateKind, Draft | null>;

const none: Drafts = { scene: null, character: null };

/** Hold both templates of a project. An editor without a draft shows the saved text. */
export function useTemplates(project: Project) {
  const client = useQueryClient();
  const { mutateAsync, isPending: isSaving } = useUpdateProject(project.id);
  const [isReloading, setIsReloading] = useState(false);
  const saved = templatesOf(project);
  const { texts, isOvertaken, write, setSent, clear } = useTemplateDrafts(saved);
  const isChanged = templateKinds.some((kind) => !isSameTemplate(texts[kind], saved[kind]));

  return {
    texts,
    isChanged,
    isSaving,
    isReloading,
    canSave: isChanged && !isSaving && templateKinds.every((kind) => texts[kind].length <= templateLimit),
    /** Whether someone else has saved another text since a draft was started. */
    isOvertaken,
    write,
    /** Save; text written during the call stays unsaved. */
    async save() {
      setSent(texts);
      try {
        await mutateAsync(changeTo(texts));
        toast(settingsToasts.settingsSaved);
      } catch {
        setSent(null);
        toast(settingsToasts.settingsFailed);
      }
    },
    /** Discard the drafts, and refetch the project. */
    async reload() {
      setIsReloading(true);
      const { queryKey } = projectQuery(encodeProjectId(project.id));
      await client.refetchQueries({ queryKey, exact: true });
      clear();
      setIsReloading(false);
    },
  };
}

/** Hold the drafts. A draft stays until its text is returned as saved. */
function useTemplateDrafts(saved: Templates) {
  const [drafts, setDrafts] = useState(none);
  /** The values of the last save. */
  const [sent, setSent] = useState<Templates | null>(null);
  const [seen, setSeen] = useState(saved);
  if (templateKinds.some((kind) => seen[kind] !== saved[kind])) {
    setSeen(saved);
    setDrafts({ scene: stillDraft('scene'), character: stillDraft('character') });
  }

  function stillDraft(kind: TemplateKind): Draft | null {
    const draft = drafts[kind];
    if (!draft || isSameTemplate(draft.text, saved[kind])) return null;
    const isOurs = sent !== null && isSameTemplate(sent[kind], saved[kind]);
    return isOurs ? { ...draft, base: saved[kind] } : draft;
  }

  return {
    texts: {
      scene: drafts.scene?.text ?? saved.scene,
      character: drafts.character?.text ?? saved.character,
    },
    isOvertaken: templateKinds.some((kind) => (drafts[kind]?.base ?? saved[kind]) !== saved[kind]),
    setSent,
    clear: () => setDrafts(none),
    write(kind: TemplateKind, text: string) {
      const isAsSaved = text === saved[kind];
      setDrafts((before) => ({
        ...before,
        [kind]: isAsSaved ? null : { text, base: before[kind]?.base ?? saved[kind] },
      }));
    },
  };
}
