import { useMutation } from '@tanstack/react-query';
import {
  exportArchive,
  exportFdx,
  exportFileName,
  exportFountain,
  exportPdf,
  type ProjectSummary,
} from '#shared/contract/projects.ts';
import { addressOf, download } from '#web/lib/api.ts';
import { saveFile, saveFrom } from '#web/lib/saveFile.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';

/** What an answer that is no success raises (docs/spec/projects.md). */
const formats = {
  pdf: { endpoint: exportPdf, failure: 'Failed to export PDF' },
  fdx: { endpoint: exportFdx, failure: 'Failed to export FDX' },
  fountain: { endpoint: exportFountain, failure: 'Failed to export Fountain' },
} as const;

export type ExportChoice = keyof typeof formats;

/** Fetches the script as a file and saves it; one at a time (docs/spec/projects.md: started, complete or failed). */
export function useExport(project: Pick<ProjectSummary, 'id' | 'name'>) {
  const { mutate, isPending } = useMutation({
    mutationFn: (format: ExportChoice) => {
      const { endpoint, failure } = formats[format];
      return download(endpoint, { params: { id: project.id } }, { failure });
    },
    onMutate: () => void toast(toastTexts.exportStarted),
    onSuccess: ({ blob, fileName }, format) => {
      saveFile(blob, fileName ?? exportFileName(project.name, format));
      toast(toastTexts.exportComplete);
    },
    onError: () => void toast(toastTexts.exportFailed),
  });
  return { exportScript: mutate, isExporting: isPending };
}

/** Everything of the project; the browser writes it while it comes, since it may be far larger than a script. */
export function startArchive(project: Pick<ProjectSummary, 'id'>): void {
  saveFrom(addressOf(exportArchive, { id: project.id }));
  toast(toastTexts.exportStarted);
}
