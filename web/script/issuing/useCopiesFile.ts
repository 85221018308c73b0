import {
  downloadCopies,
  expectedBytesHeader,
  issueFileName,
  type ScriptIssue,
} from '#shared/contract/issues.ts';
import { FileGenerationError, useFileGeneration } from '#web/backgroundTasks/useFileGeneration.ts';
import { type DownloadedFile, download } from '#web/lib/fileCalls.ts';
import { saveFile } from '#web/lib/saveFile.ts';

/**
 * Download the copies of an issue in a zip file, with progress and cancel. It continues while the
 * dialog is closed. The server makes each copy when the one before has arrived.
 */
export function useCopiesFile(issue: ScriptIssue) {
  const params = { id: issue.id };
  const fileName = issueFileName(issue, 'zip');
  const file = useFileGeneration<number, DownloadedFile>({
    key: `copies/${issue.id}`,
    label: `Copies of issue ${issue.number}`,
    fractionOf: (fraction) => fraction,
    savesOf: ({ blob }) => [{ label: 'Save Copies', run: () => saveFile(blob, fileName) }],
  });
  return {
    ...file,
    start: (isColored: boolean) =>
      file.start(async (signal, onProgress) => {
        const query = { isColored: isColored ? 'yes' : 'no' } as const;
        const onBytes = (bytes: number, headers: Headers) => onProgress(fractionOf(bytes, headers));
        try {
          return await download(downloadCopies, { params, query }, { signal, failure, onBytes });
        } catch (error) {
          throw new FileGenerationError(failure, { cause: error });
        }
      }),
    save: ({ blob }: DownloadedFile) => saveFile(blob, fileName),
  };
}

const failure = 'The copies could not be made. Try again.';

/** The expected size is that of the first copy times their number. */
function fractionOf(bytes: number, headers: Headers): number {
  const expected = Number(headers.get(expectedBytesHeader));
  return expected > 0 ? Math.min(bytes / expected, maxFraction) : 0;
}

/** Share that is shown while the end of the file has not arrived. */
const maxFraction = 0.99;
