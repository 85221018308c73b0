import { useEffect, useRef, useState } from 'react';
import { formatBytes } from '#screenplay/fileFormats.ts';
import { importLimitOf, importTexts, isArchiveName, isImportable } from '#shared/contract/importing.ts';
import { messageOf } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { type ImportReply, useImportScript } from './projectActions.data.ts';
import type { ChosenFile } from './unpackScripts.ts';

/** Position of a file among those that were chosen together. */
export interface FilePosition {
  number: number;
  count: number;
}

export type ImportStep =
  | { name: 'waiting' }
  | { name: 'sending'; file: File; fraction: number; position: FilePosition }
  /** The whole file is sent. The server parses and stores it. */
  | { name: 'reading'; file: File; position: FilePosition }
  | { name: 'done'; file: File; reply: ImportReply }
  /** Several files were imported, each as a project. */
  | { name: 'doneWithMany'; results: ImportResult[] };

export interface ImportedFile {
  file: File;
  reply: ImportReply;
}

/** Outcome of one of several files. The id is its position among them. */
export type ImportResult = { id: number; fileName: string } & (
  | ({ status: 'imported' } & ImportedFile)
  | { status: 'rejected'; reason: string }
);

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
  cancelled: 'Import cancelled.',
} as const;

/** Run one import at a time, from the choice of the files to the receipt. */
export function useScriptImport(): ScriptImport {
  const [step, setStep] = useState<ImportStep>({ name: 'waiting' });
  const [note, setNote] = useState<ImportNote | null>(null);
  const running = useRef<AbortController | null>(null);
  const send = useImportRequest(setStep);
  useEffect(() => () => running.current?.abort(), []);

  const finish = (results: ImportResult[]) => {
    const [first] = results;
    if (results.length > 1) setStep({ name: 'doneWithMany', results });
    else if (first?.status === 'imported') setStep({ name: 'done', file: first.file, reply: first.reply });
    else setStep({ name: 'waiting' });
    if (results.some(({ status }) => status === 'imported')) toast(toastTexts.scriptImported);
    if (results.length > 1 || first?.status !== 'rejected') return;
    if (first.reason === importTexts.wrongName) return toast(toastTexts.wrongFile);
    setNote({ text: first.reason, isProblem: true });
    toast({ ...toastTexts.importFailed, description: first.reason });
  };
  const importAll = async (files: readonly File[], signal: AbortSignal) => {
    const results: ImportResult[] = [];
    const chosen = await chosenFiles(files);
    for (const [index, file] of chosen.entries()) {
      const position = { number: index + 1, count: chosen.length };
      const { name: fileName } = file;
      if ('reason' in file)
        results.push({ id: position.number, fileName, status: 'rejected', reason: file.reason });
      else results.push(await send(file, position, signal));
      if (signal.aborted) return; // cancel() has set the note already
    }
    running.current = null;
    finish(results);
  };
  const start = (files: File[]) => {
    if (files.length === 0) return;
    if (running.current) return setNote({ text: importNotes.busy, isProblem: true });
    setStep({ name: 'waiting' });
    setNote(null);
    running.current = new AbortController();
    void importAll(files, running.current.signal);
  };
  const reset = () => {
    running.current?.abort();
    running.current = null;
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

/** Return the files, and the scripts of archives among them. The code for archives is lazy. */
async function chosenFiles(files: readonly File[]): Promise<readonly ChosenFile[]> {
  if (!files.some(({ name }) => isArchiveName(name))) return files;
  try {
    const { unpackScripts } = await import('./unpackScripts.ts');
    return await unpackScripts(files);
  } catch {
    // The server reads the archive and says what is wrong with it.
    return files;
  }
}

/** Return a function that sends one file, reports its steps and returns the outcome. */
function useImportRequest(onStep: (step: ImportStep) => void) {
  const { mutateAsync: importScript } = useImportScript();
  return async (file: File, position: FilePosition, signal: AbortSignal): Promise<ImportResult> => {
    const named = { id: position.number, fileName: file.name };
    const rejected = (reason: string) => ({ ...named, status: 'rejected' as const, reason });
    const reason = await reasonToReject(file);
    if (reason !== null || signal.aborted) return rejected(reason ?? importNotes.cancelled);
    onStep({ name: 'sending', file, fraction: 0, position });
    const onProgress = (fraction: number) => {
      if (signal.aborted) return;
      onStep(
        fraction < 1 ? { name: 'sending', file, fraction, position } : { name: 'reading', file, position },
      );
    };
    try {
      const reply = await importScript({ file, onProgress, signal });
      return { ...named, status: 'imported', file, reply };
    } catch (error) {
      // Browsers stop an upload without a reason if the file changes in the meantime.
      return rejected((await reasonToReject(file)) ?? messageOf(error, importTexts.failed));
    }
  };
}

/** Return why a file cannot be imported, by its size and its first bytes; null if it can. */
async function reasonToReject(file: File): Promise<string | null> {
  const { maxBytes, text } = importLimitOf(file.name);
  if (file.size > maxBytes) return text;
  try {
    const head = new Uint8Array(await file.slice(0, formatBytes).arrayBuffer());
    return isImportable(file.name, head) ? null : importTexts.wrongName;
  } catch {
    return 'The file could not be read. It may have been moved or changed. Please choose it again.';
  }
}
