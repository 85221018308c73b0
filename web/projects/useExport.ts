import { useMutation } from '@tanstack/react-query';
import { type ExportFormat, exportFormats } from '#screenplay/exportFormats.ts';
import {
  exportArchive,
  exportFileName,
  exportScript,
  lossesHeader,
  type ProjectSummary,
} from '#shared/contract/projects.ts';
import { addressOf } from '#web/lib/api.ts';
import { download } from '#web/lib/fileCalls.ts';
import { saveFile, saveFrom } from '#web/lib/saveFile.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { showNotSaved, UnsentScriptError, whenScriptIsStored } from '#web/lib/unsentScript.ts';

interface ExportCall {
  format: ExportFormat;
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
      const failure = `Failed to export ${exportFormats[format].name}`;
      return download(exportScript, { params: { id: project.id, format } }, { failure, isWithoutUnsent });
    },
    onMutate: () => void toast(toastTexts.exportStarted),
    onSuccess: ({ blob, fileName, headers }, { format }) => {
      saveFile(blob, fileName ?? exportFileName(project.name, format));
      const losses = JSON.parse(decodeURIComponent(headers.get(lossesHeader) ?? '[]')) as string[];
      toast({ ...toastTexts.exportComplete, description: lossesText(format, losses) });
    },
    onError: (error, { format }) => {
      if (error instanceof UnsentScriptError)
        showNotSaved(error, 'Export without them', () => mutate({ format, isWithoutUnsent: true }));
      else toast(toastTexts.exportFailed);
    },
  });
  return { exportScript: (format: ExportFormat) => mutate({ format }), isExporting: isPending };
}

/** Return the receipt of an export; nothing for a file that holds the whole script. */
function lossesText(format: ExportFormat, losses: readonly string[]): string | undefined {
  if (losses.length === 0) return undefined;
  return `The ${exportFormats[format].name} file does not contain: ${losses.join('; ')}.`;
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
