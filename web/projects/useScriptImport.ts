import { useEffect, useRef, useState } from 'react';
import { importLimitOf, importTexts, isImportable } from '#shared/contract/importing.ts';
import { messageOf } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { type ImportReply, useImportScript } from './projectActions.data.ts';

export type ImportStep =
  | { name: 'waiting' }
  | { name: 'sending'; file: File; fraction: number }
  /** The whole file is sent. The server parses and stores it. */
  | { name: 'reading'; file: File }
  | { name: 'done'; fileName: string; reply: ImportReply };

/**
 * A message next to the step: the reason why a file was rejected, or that an import was cancelled.
 */
export interface ImportNote {
  text: string;
  isProblem: boolean;
}

export interface ScriptImport {
  step: ImportStep;
  note: ImportNote | null;
  isRunning: boolean;
  start: (files: File[]) => void;
  cancel: () => void;
  /** Returns to the first step and cancels a running import. */
  reset: () => void;
}

export const importNotes = {
  busy: 'A script is being imported already. Wait until it is done, or cancel it first.',
  many: 'Please choose one file at a time.',
  cancelled: 'Import cancelled.',
} as const;

/** Run one import at a time, from the choice of a file to its receipt. */
export function useScriptImport(): ScriptImport {
  const [step, setStep] = useState<ImportStep>({ name: 'waiting' });
  const [note, setNote] = useState<ImportNote | null>(null);
  const fail = (text: string) => {
    setNote({ text, isProblem: true });
    toast({ ...toastTexts.importFailed, description: text });
  };
  const request = useImportRequest({ onStep: setStep, onFailure: fail });

  const start = (files: File[]) => {
    const [file] = files;
    if (!file) return;
    if (request.isRunning()) return setNote({ text: importNotes.busy, isProblem: true });
    setStep({ name: 'waiting' });
    setNote(null);
    if (files.length > 1) return setNote({ text: importNotes.many, isProblem: true });
    if (!isImportable(file.name)) {
      toast(toastTexts.wrongFile);
      return;
    }
    const { maxBytes, text } = importLimitOf(file.name);
    if (file.size > maxBytes) return fail(text);
    void request.send(file);
  };

  const reset = () => {
    request.stop();
    setStep({ name: 'waiting' });
    setNote(null);
  };
  const cancel = () => {
    reset();
    setNote({ text: importNotes.cancelled, isProblem: false });
  };

  const isRunning = step.name === 'sending' || step.name === 'reading';
  return { step, note, isRunning, start, cancel, reset };
}

interface ImportRequestOptions {
  onStep: (step: ImportStep) => void;
  onFailure: (text: string) => void;
}

/** Send one file, and report its steps; leaving the view stops it. */
function useImportRequest({ onStep, onFailure }: ImportRequestOptions) {
  const running = useRef<AbortController | null>(null);
  const { mutateAsync: importScript } = useImportScript();
  useEffect(() => () => running.current?.abort(), []);

  const send = async (file: File) => {
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    onStep({ name: 'sending', file, fraction: 0 });
    const onProgress = (fraction: number) => {
      if (signal.aborted) return;
      onStep(fraction < 1 ? { name: 'sending', file, fraction } : { name: 'reading', file });
    };
    try {
      const reply = await importScript({ file, onProgress, signal });
      if (signal.aborted) return;
      onStep({ name: 'done', fileName: file.name, reply });
      toast(toastTexts.scriptImported);
    } catch (error) {
      if (signal.aborted) return; // cancel() has set the note already
      onStep({ name: 'waiting' });
      onFailure(messageOf(error, importTexts.failed));
    }
    running.current = null;
  };
  const stop = () => {
    running.current?.abort();
    running.current = null;
  };
  return { isRunning: () => running.current !== null, send, stop };
}
