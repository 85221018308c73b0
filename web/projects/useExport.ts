import { useMutation } from '@tanstack/react-query';
import {
  exportArchive,
  exportFdx,
  exportFileName,
  exportFountain,
  exportPdf,
  type ProjectSummary,
} from '#shared/contract/projects.ts';
import { addressOf } from '#web/lib/api.ts';
import { download } from '#web/lib/fileCalls.ts';
import { saveFile, saveFrom } from '#web/lib/saveFile.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { showNotSaved, UnsentScriptError, whenScriptIsStored } from '#web/lib/unsentScript.ts';

/** Messages for unsuccessful answers (docs/spec/projects.md). */
const formats = {
  pdf: { endpoint: exportPdf, failure: 'Failed to export PDF' },
  fdx: { endpoint: exportFdx, failure: 'Failed to export FDX' },
  fountain: { endpoint: exportFountain, failure: 'Failed to export Fountain' },
} as const;

export type ExportChoice = keyof typeof formats;

interface ExportCall {
  format: ExportChoice;
  isWithoutUnsent?: boolean;
}

/**
 * Fetch the script as a file and save it, one at a time. Toasts report that the export started,
 * completed or failed (docs/spec/projects.md). If the latest changes cannot be stored first, a
 * toast shows the reason and offers the file without them.
 */
export function useExport(project: Pick<ProjectSummary, 'id' | 'name'>) {
  const { mutate, isPending } = useMutation({
    mutationFn: ({ format, isWithoutUnsent = false }: ExportCall) => {
      const { endpoint, failure } = formats[format];
      return download(endpoint, { params: { id: project.id } }, { failure, isWithoutUnsent });
    },
    onMutate: () => void toast(toastTexts.exportStarted),
    onSuccess: ({ blob, fileName }, { format }) => {
      saveFile(blob, fileName ?? exportFileName(project.name, format));
      toast(toastTexts.exportComplete);
    },
    onError: (error, { format }) => {
      if (error instanceof UnsentScriptError)
        showNotSaved(error, 'Export without them', () => mutate({ format, isWithoutUnsent: true }));
      else toast(toastTexts.exportFailed);
    },
  });
  return { exportScript: (format: ExportChoice) => mutate({ format }), isExporting: isPending };
}

/**
 * Export everything in the project. The browser streams the file to disk, because it may be far
 * larger than a script.
 */
export function startArchive(project: Pick<ProjectSummary, 'id'>): void {
  const start = () => {
    saveFrom(addressOf(exportArchive, { id: project.id }));
    toast(toastTexts.exportStarted);
  };
  whenScriptIsStored(project.id, 'Export without them', start);
}
