import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useFileGeneration } from '#web/backgroundTasks/useFileGeneration.ts';
import { TooltipProvider } from '#web/ui/Tooltip.tsx';
import { BackgroundTaskBar } from './BackgroundTaskBar.tsx';

/** The task that was started last; the test controls it. */
let work: { signal: AbortSignal; onProgress: (share: number) => void; end: PromiseWithResolvers<string> };
const saved = vi.fn();

function Window() {
  const file = useFileGeneration<number, string>({
    key: 'film/1',
    label: 'Film of Night Ferry',
    fractionOf: (share) => share,
    savesOf: (made) => [{ label: 'Save Film', run: () => saved(made) }],
  });
  const start = () =>
    file.start((signal, onProgress) => {
      work = { signal, onProgress, end: Promise.withResolvers() };
      return work.end.promise;
    });
  return (
    <>
      <p>{`It is ${file.state.status}`}</p>
      <button type="button" onClick={start}>
        Start
      </button>
      <button type="button" onClick={file.cancel}>
        End
      </button>
    </>
  );
}

let shown: ReturnType<typeof render>;
const show = (isOpen: boolean) =>
  shown.rerender(
    <TooltipProvider>
      {isOpen && <Window />}
      <BackgroundTaskBar />
    </TooltipProvider>,
  );
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

beforeEach(async () => {
  saved.mockClear();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  shown = render(<div />);
  show(true);
  press('Start');
});
afterEach(() => {
  show(true);
  press('End');
  cleanup();
  vi.restoreAllMocks();
});

test('shows a task that continues after its dialog closed, until the dialog opens again', async () => {
  expect(screen.queryByRole('list')).toBeNull();
  show(false);
  expect(await screen.findByText('Film of Night Ferry, 0 %')).toBeTruthy();
  act(() => work.onProgress(0.34));
  expect(screen.getByText('Film of Night Ferry, 34 %')).toBeTruthy();
  show(true);
  expect([screen.getByText('It is running'), screen.queryByRole('list')]).toEqual([expect.anything(), null]);
  show(false);
  await act(async () => work.end.resolve('the film'));
  expect(screen.getByRole('status').textContent).toBe('Film of Night Ferry is ready.');
  press('Save Film');
  expect(saved).toHaveBeenCalledWith('the film');
  press('Dismiss Film of Night Ferry');
  expect(screen.queryByRole('list')).toBeNull();
  show(true);
  expect(screen.getByText('It is idle')).toBeTruthy();
});

test('cancels a task, and shows why one failed', async () => {
  show(false);
  await screen.findByRole('list', { name: 'In the background' });
  press('Cancel');
  expect([work.signal.aborted, screen.queryByRole('list')]).toEqual([true, null]);
  show(true);
  press('Start');
  show(false);
  await act(async () => work.end.reject(new Error('No encoder')));
  expect(screen.getByRole('status').textContent).toMatch(/^Film of Night Ferry: The file could not be made/);
});

test('makes the browser ask before the page is left while a task runs', async () => {
  const leave = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(leave()).toBe(false);
  await act(async () => work.end.resolve('the film'));
  expect(leave()).toBe(true);
});
