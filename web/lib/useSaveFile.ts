import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { DownloadedFile } from './fileCalls.ts';
import { saveFile } from './saveFile.ts';
import { toast } from './toast.ts';
import { toastTexts } from './toastTexts.ts';
import { showNotSaved, UnsentScriptError } from './unsentScript.ts';

interface FetchOptions {
  signal: AbortSignal;
  isWithoutUnsent: boolean;
}

interface SaveFileOptions<Choice> {
  fetchFile: (choice: Choice, options: FetchOptions) => Promise<DownloadedFile>;
  /** Name of the file if the server gives none. */
  fileNameOf: (choice: Choice) => string;
  onSaved: () => void;
}

/**
 * Save a file that a dialog fetches with the user's choice. Unmounting the dialog cancels it.
 * Toasts report that it completed or failed. If the latest changes of the script cannot be stored
 * first, a toast shows the reason and offers the file without them.
 */
export function useSaveFile<Choice>({ fetchFile, fileNameOf, onSaved }: SaveFileOptions<Choice>) {
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const { mutate, isPending } = useMutation({
    mutationFn: ({ choice, isWithoutUnsent = false }: { choice: Choice; isWithoutUnsent?: boolean }) => {
      running.current = new AbortController();
      return fetchFile(choice, { signal: running.current.signal, isWithoutUnsent });
    },
    onSuccess({ blob, fileName }, { choice }) {
      saveFile(blob, fileName ?? fileNameOf(choice));
      toast(toastTexts.exportComplete);
      onSaved();
    },
    onError(error, { choice }) {
      if (running.current?.signal.aborted) return;
      if (error instanceof UnsentScriptError)
        showNotSaved(error, 'Export without them', () => mutate({ choice, isWithoutUnsent: true }));
      else toast(toastTexts.exportFailed);
    },
  });
  return { save: (choice: Choice) => mutate({ choice }), isSaving: isPending };
}
