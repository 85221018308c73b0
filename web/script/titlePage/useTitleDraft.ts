import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type TitleField, withTitleTexts } from '#screenplay/titleFields.ts';
import type { Project } from '#shared/contract/projects.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import { ApiError } from '#web/lib/api.ts';
import { logFailure } from '#web/lib/logFailure.ts';
import { storedValue } from '#web/lib/storage.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { registerStoreScript, UnsentScriptError } from '#web/lib/unsentScript.ts';
import { projectQuery, saveProject } from '#web/projects/projects.data.ts';
import { titleDraftKey } from '../state/unsentTitlePage.ts';

export type TitleTexts = Partial<Record<TitleField, string>>;

const restMs = 1000;
const retryMs = 5000;

/**
 * Hold the texts of the title page that the server does not have. They are sent after a pause, when
 * the focus leaves, and before a call that reads the script. Until the server has acknowledged them
 * they are stored in the browser, for a page that is closed or a connection that is lost.
 */
export function useTitleDraft(project: Project, userId: string) {
  const client = useQueryClient();
  const latest = useRef(project);
  latest.current = project;
  const [draft] = useState(() =>
    createTitleDraft(userId, project.id, async (texts, isLast) => {
      // Fields that others have changed since then stay as they are on the server.
      const query = { ...projectQuery(encodeProjectId(project.id)), staleTime: 0 };
      const { titlePage } = isLast ? latest.current : await client.fetchQuery(query);
      await saveProject(client, project.id, { titlePage: withTitleTexts(titlePage, texts) }, isLast);
    }),
  );
  const texts = draft.stored.use();
  useEffect(() => draft.open(), [draft]);
  return { texts, write: draft.write, save: draft.save };
}

function createTitleDraft(
  userId: string,
  projectId: number,
  send: (texts: TitleTexts, isLast: boolean) => Promise<unknown>,
) {
  const stored = storedValue<TitleTexts>(titleDraftKey(userId, projectId), (value) =>
    typeof value === 'object' && value !== null ? (value as TitleTexts) : {},
  );
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> | null = null;

  const sendAll = async (isLast: boolean): Promise<void> => {
    for (let sent = stored.get(); Object.keys(sent).length > 0; sent = stored.get()) {
      await send(sent, isLast);
      const rest = Object.entries(stored.get()).filter(([field, text]) => sent[field as TitleField] !== text);
      stored.set(Object.fromEntries(rest));
      if (isLast) return;
    }
  };
  const save = (isLast = false): Promise<void> => {
    clearTimeout(timer);
    sending ??= sendAll(isLast)
      .catch((error: unknown) => {
        const isRejected = error instanceof ApiError && error.status < 500;
        if (error instanceof ApiError) logFailure('Failed to save the title page', error);
        // A rejected text would be rejected again; the next change of it may be accepted.
        if (!isRejected) timer = setTimeout(saveNow, retryMs);
        else toast(toastTexts.notSavedYet);
        throw new UnsentScriptError('The title page could not be saved.');
      })
      .finally(() => {
        sending = null;
      });
    return sending;
  };
  const saveNow = () => void save().catch(() => undefined);
  return {
    stored,
    write(field: TitleField, text: string) {
      stored.set({ ...stored.get(), [field]: text });
      clearTimeout(timer);
      timer = setTimeout(saveNow, restMs);
    },
    save: saveNow,
    /** Send the texts that an earlier page left, and later ones at the end of this page. */
    open() {
      saveNow();
      const unregister = registerStoreScript(projectId, () => save());
      const onHide = () => void save(true).catch(() => undefined);
      window.addEventListener('pagehide', onHide);
      window.addEventListener('online', saveNow);
      return () => {
        saveNow();
        unregister();
        window.removeEventListener('pagehide', onHide);
        window.removeEventListener('online', saveNow);
      };
    },
  };
}
