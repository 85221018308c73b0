import { act, fireEvent, screen as page, render, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { TextField } from '#web/ui/TextField.tsx';
import { ApiError } from './api.ts';
import { type AutosaveOptions, createAutosave } from './autosave.ts';
import { freshBrowser } from './testing.ts';
import { useAutosave } from './useAutosave.ts';

freshBrowser();
afterEach(() => void vi.useRealTimers());

interface Berth {
  name: string;
  notes: string;
}

const stored: Berth = { name: 'Deck', notes: 'Cold' };

/** A save that waits for its answer. */
interface Sent {
  written: Berth;
  isLast: boolean;
  answer: (stored?: Berth) => Promise<void>;
  reject: (error?: unknown) => Promise<void>;
}

function aServer() {
  const sent: Sent[] = [];
  const send = (written: Berth, _saved: Berth, isLast: boolean) => {
    const { promise, resolve, reject } = Promise.withResolvers<Berth>();
    // Wait for the follow-ups of an answer.
    const settled = () =>
      promise.catch(() => undefined).then(() => new Promise<void>((resolve) => setImmediate(resolve)));
    const answer = (now = written) => {
      resolve(now);
      return settled();
    };
    const fail = (error: unknown = new TypeError('Failed to fetch')) => {
      reject(error);
      return settled();
    };
    sent.push({ written, isLast, answer, reject: fail });
    return promise;
  };
  const last = (): Sent => {
    const found = sent.at(-1);
    if (!found) throw new Error('Nothing was sent.');
    return found;
  };
  return { send, last, written: () => sent.map(({ written }) => written) };
}

function aBerth(options: Partial<AutosaveOptions<Berth>> = {}) {
  const server = aServer();
  const autosave = createAutosave<Berth>(stored, () => ({ send: server.send, ...options }));
  return { server, autosave, phase: () => autosave.get().phase };
}

const rejection = (fields: Record<string, string>) =>
  new ApiError(400, 'Bad Request', JSON.stringify({ message: 'Some fields are not valid.', fields }));

test('shows written text at once and sends it on request', async () => {
  const { server, autosave, phase } = aBerth();
  autosave.write({ name: 'Bridge' });
  expect([autosave.values().name, autosave.isUnsaved(), server.written()]).toEqual(['Bridge', true, []]);
  void autosave.save();
  expect(phase()).toBe('saving');
  await server.last().answer();
  expect(server.written()).toEqual([{ name: 'Bridge', notes: 'Cold' }]);
  expect([phase(), autosave.isUnsaved(), autosave.get().typed]).toEqual(['saved', false, {}]);
  autosave.write({ name: 'Bridge 2' });
  expect(phase()).toBe('still');
});

test('sends nothing without a change, or when the change was undone', async () => {
  const { server, autosave } = aBerth({ isSame: (one, other) => one.trim() === other.trim() });
  await autosave.save();
  autosave.write({ name: 'Bridge' });
  autosave.write({ name: 'Deck  ' });
  expect(autosave.isUnsaved()).toBe(false);
  await autosave.save();
  expect([server.written(), autosave.values().name]).toEqual([[], 'Deck']);
});

test('sends one save at a time; text written in between follows, and its answer replaces no newer text', async () => {
  const { server, autosave, phase } = aBerth();
  autosave.write({ name: 'Bridge' });
  void autosave.save();
  autosave.write({ name: 'Bridge 2', notes: 'Warm' });
  void autosave.save();
  void autosave.save();
  expect(server.written()).toHaveLength(1);
  await server.last().answer();
  expect(autosave.values()).toEqual({ name: 'Bridge 2', notes: 'Warm' });
  expect(server.written()).toEqual([
    { name: 'Bridge', notes: 'Cold' },
    { name: 'Bridge 2', notes: 'Warm' },
  ]);
  await server.last().answer();
  expect([phase(), server.written().length]).toEqual(['saved', 2]);
});

test('undoes a text on the server that is undone while it is being saved', async () => {
  const { server, autosave, phase } = aBerth();
  autosave.write({ name: 'Bridge' });
  void autosave.save();
  autosave.write({ name: 'Deck' });
  // A message of another client may arrive before the answer.
  autosave.know({ ...stored, name: 'Bridge' });
  await server.last().answer();
  expect([autosave.values().name, autosave.isUnsaved(), phase()]).toEqual(['Deck', true, 'still']);
  void autosave.save();
  expect(server.last().written.name).toBe('Deck');
});

test("a field shows the server's value unless it was changed since", async () => {
  const { server, autosave } = aBerth();
  autosave.write({ name: ' Bridge ', notes: ' Warm ' });
  void autosave.save();
  autosave.write({ notes: ' Warm, dry' });
  await server.last().answer({ name: 'Bridge', notes: 'Warm' });
  expect(autosave.values()).toEqual({ name: 'Bridge', notes: ' Warm, dry' });
});

test('keeps a text that could not be saved, and allows another try', async () => {
  const onFailed = vi.fn();
  const { server, autosave, phase } = aBerth({ onFailed });
  autosave.write({ name: 'Bridge' });
  void autosave.save();
  await server.last().reject();
  expect([phase(), autosave.values().name, onFailed.mock.calls.length]).toEqual(['failed', 'Bridge', 1]);
  autosave.write({ notes: 'Warm' });
  expect(phase()).toBe('failed');
  void autosave.save();
  expect([phase(), autosave.get().hasFailed]).toEqual(['saving', true]);
  await server.last().answer();
  expect([phase(), autosave.get().hasFailed]).toEqual(['saved', false]);
  expect(autosave.get().saved).toEqual({ name: 'Bridge', notes: 'Warm' });
});

test('clears the failure when the text that failed is undone', async () => {
  const { server, autosave, phase } = aBerth();
  autosave.write({ name: 'Bridge' });
  void autosave.save();
  await server.last().reject();
  autosave.write({ name: 'Deck' });
  await autosave.save();
  expect([phase(), autosave.get().hasFailed, server.written().length]).toEqual(['still', false, 1]);
});

test('reverting a failure keeps later changes', async () => {
  const { server, autosave } = aBerth({ revertsFailures: true });
  autosave.write({ name: 'Bridge', notes: 'Warm' });
  void autosave.save();
  autosave.write({ notes: 'Dry' });
  await server.last().reject();
  expect(autosave.values()).toEqual({ name: 'Deck', notes: 'Dry' });
});

test('a field that cannot be sent does not hold back the others', async () => {
  const { server, autosave, phase } = aBerth({ isRejected: (_field, text) => text.length > 10 });
  autosave.write({ name: 'x'.repeat(11) });
  await autosave.save();
  expect(server.written()).toEqual([]);
  autosave.write({ notes: 'Warm' });
  void autosave.save();
  await server.last().answer();
  expect(server.written()).toEqual([{ name: 'Deck', notes: 'Warm' }]);
  expect([autosave.values().name, phase()]).toEqual(['x'.repeat(11), 'still']);
});

test('a rejected field shows the reason and is not sent again until it is changed', async () => {
  const { server, autosave } = aBerth();
  autosave.write({ name: 'Bridge', notes: 'Warm' });
  void autosave.save();
  await server.last().reject(rejection({ name: 'Is taken', other: 'Is unknown' }));
  expect(autosave.get().problems).toEqual({ name: 'Is taken' });
  // Another client has set the same name.
  autosave.know({ ...stored, name: 'Bridge' });
  expect(autosave.get().problems).toEqual({});
  autosave.know(stored);
  autosave.write({ name: 'Bridge' });
  void autosave.save();
  await server.last().reject(rejection({ name: 'Is taken' }));
  void autosave.save();
  expect(server.last().written).toEqual({ name: 'Deck', notes: 'Warm' });
  await server.last().answer();
  autosave.write({ name: 'Galley' });
  expect(autosave.get().problems).toEqual({});
  void autosave.save();
  expect(server.last().written.name).toBe('Galley');
});

test("drops the server's error about a text that was changed in between", async () => {
  const { server, autosave } = aBerth();
  autosave.write({ name: 'Bridge' });
  void autosave.save();
  autosave.write({ name: 'Galley' });
  await server.last().reject(rejection({ name: 'Is taken' }));
  expect(autosave.get().problems).toEqual({});
});

test('a dropped value is replaced by the saved one when the field is left, not earlier', async () => {
  const isDropped = (field: keyof Berth, text: string) => field === 'name' && text === '';
  const { autosave } = aBerth({ isDropped, send: () => null });
  autosave.write({ name: '' });
  autosave.know({ ...stored, notes: 'Warm' });
  expect(autosave.values()).toEqual({ name: '', notes: 'Warm' });
  await autosave.save();
  expect(autosave.values().name).toBe('Deck');
});

test('shows values saved by others, except in fields with unsaved text', () => {
  const { autosave } = aBerth({ isSame: (one, other) => one.trim() === other.trim() });
  autosave.write({ name: 'Bridge' });
  autosave.know({ name: 'Galley', notes: 'Warm' });
  expect(autosave.values()).toEqual({ name: 'Bridge', notes: 'Warm' });
  // Once the stored text is restored, the field shows others' changes again.
  autosave.write({ name: 'Galley', notes: 'Warm ' });
  autosave.know({ name: 'Mess', notes: 'Warm' });
  expect(autosave.values()).toEqual({ name: 'Mess', notes: 'Warm ' });
});

test('saves once after a pause of the debounce', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { server, autosave } = aBerth({ debounceMs: 300 });
  autosave.write({ name: 'B' });
  vi.advanceTimersByTime(200);
  autosave.write({ name: 'Br' });
  vi.advanceTimersByTime(299);
  expect(server.written()).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(server.written()).toEqual([{ name: 'Br', notes: 'Cold' }]);
  autosave.write({ name: 'Bri' });
  vi.advanceTimersByTime(300);
  expect(server.written()).toHaveLength(1);
  await server.last().answer();
  expect(server.last().written.name).toBe('Bri');
});

interface FieldsProps {
  saved: Berth;
  send: AutosaveOptions<Berth>['send'];
  isAskedOnLeaving: boolean;
  onFailed: (isClosed: boolean) => void;
}

function Fields({ onFailed, ...options }: FieldsProps) {
  const { values, phase, write, save } = useAutosave<Berth>({
    ...options,
    onFailed: (_error, isClosed) => onFailed(isClosed),
  });
  return (
    <>
      <TextField
        label="Name"
        value={values.name}
        onChange={({ target }) => write({ name: target.value })}
        onBlur={save}
      />
      <p role="status">{phase}</p>
    </>
  );
}

function openFields({ isAskedOnLeaving = false } = {}) {
  const server = aServer();
  const failures: boolean[] = [];
  const fields = (saved: Berth) => (
    <Fields
      saved={saved}
      send={server.send}
      isAskedOnLeaving={isAskedOnLeaving}
      onFailed={(isClosed) => failures.push(isClosed)}
    />
  );
  const shown = render(fields(stored));
  const field = () => page.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
  return {
    server,
    failures,
    field,
    write: (value: string) => fireEvent.change(field(), { target: { value } }),
    know: (saved: Berth) => shown.rerender(fields(saved)),
    leave: () => shown.unmount(),
  };
}

test("a view shows others' changes, and sends unsaved fields on unmount", async () => {
  const { server, field, write, know, leave } = openFields();
  know({ ...stored, name: 'Galley' });
  expect(field().value).toBe('Galley');
  write('Bridge');
  leave();
  expect(server.written()).toEqual([{ name: 'Bridge', notes: 'Cold' }]);
});

test('sends text written during a save also after unmount', async () => {
  const { server, field, write, leave } = openFields();
  write('Bridge');
  fireEvent.blur(field());
  write('Bridge 2');
  leave();
  expect(server.written()).toHaveLength(1);
  await server.last().answer();
  expect(server.last().written.name).toBe('Bridge 2');
});

test('a closing page sends unsaved fields in a last call', () => {
  const { server, write } = openFields();
  write('Bridge');
  fireEvent(window, new Event('pagehide'));
  expect([server.last().written.name, server.last().isLast]).toEqual(['Bridge', true]);
});

test('reports a failure after unmount as such', async () => {
  const { server, failures, field, write, leave } = openFields();
  write('Bridge');
  fireEvent.blur(field());
  await act(() => server.last().reject());
  await waitFor(() => expect(page.getByRole('status').textContent).toBe('failed'));
  leave();
  await server.last().reject();
  expect([failures, server.written().length]).toEqual([[false, true], 2]);
});

test('does not retry for a user who chose to leave without saving', async () => {
  const { server, field, write, leave } = openFields({ isAskedOnLeaving: true });
  write('Bridge');
  fireEvent.blur(field());
  await act(() => server.last().reject());
  // Leaving the field tries it again.
  fireEvent.blur(field());
  expect(server.written()).toHaveLength(2);
  write('Bridge 2');
  leave();
  await server.last().reject();
  expect(server.written()).toHaveLength(2);
});
