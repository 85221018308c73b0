import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, test, vi } from 'vitest';
import type { DownloadedFile } from './fileCalls.ts';
import { createQueryClient } from './queryClient.ts';
import * as saving from './saveFile.ts';
import { currentToasts } from './toast.ts';
import { UnsentScriptError } from './unsentScript.ts';
import { useSaveFile } from './useSaveFile.ts';

const file: DownloadedFile = { blob: new Blob(['%PDF']), fileName: null, headers: new Headers() };
const openToast = () => currentToasts().find(({ isOpen }) => isOpen);

/** Render the hook as a dialog does. `answers` are those of one call after the other. */
function renderSaving(...answers: (() => Promise<DownloadedFile>)[]) {
  const saved = vi.spyOn(saving, 'saveFile').mockReturnValue();
  saved.mockClear();
  const calls: { signal: AbortSignal; isWithoutUnsent: boolean }[] = [];
  const onSaved = vi.fn();
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const fetchFile = (_choice: string, options: (typeof calls)[number]) => {
    calls.push(options);
    return answers[calls.length - 1]?.() ?? Promise.reject(new Error('No answer'));
  };
  const fileNameOf = (choice: string) => `Night Ferry ${choice}.pdf`;
  const hook = renderHook(() => useSaveFile({ fetchFile, fileNameOf, onSaved }), { wrapper });
  return { ...hook, calls, onSaved, saved };
}

describe('useSaveFile', () => {
  test('saves the file under its name, and reports it', async () => {
    const { result, onSaved, saved } = renderSaving(async () => file);
    act(() => result.current.save('5'));
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    expect(saved).toHaveBeenLastCalledWith(file.blob, 'Night Ferry 5.pdf');
    expect(openToast()?.title).toBe('Export complete');
  });

  test('offers the file without text that cannot be stored', async () => {
    const reject = () => Promise.reject(new UnsentScriptError('You are offline.'));
    const { result, calls, onSaved } = renderSaving(reject, async () => file);
    act(() => result.current.save('5'));
    await waitFor(() => expect(openToast()?.description).toBe('You are offline.'));
    expect(openToast()?.action?.label).toBe('Export without them');
    act(() => openToast()?.action?.onClick());
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    expect(calls.map(({ isWithoutUnsent }) => isWithoutUnsent)).toEqual([false, true]);
  });

  test('cancels the call when the dialog is closed, without a notice', async () => {
    const { promise, reject } = Promise.withResolvers<DownloadedFile>();
    const { result, calls, saved, unmount } = renderSaving(() => promise);
    const before = currentToasts();
    act(() => result.current.save('5'));
    await waitFor(() => expect(calls).toHaveLength(1));
    unmount();
    expect(calls[0]?.signal.aborted).toBe(true);
    await act(async () => reject(new DOMException('Aborted', 'AbortError')));
    expect(currentToasts()).toBe(before);
    expect(saved).not.toHaveBeenCalled();
  });
});
