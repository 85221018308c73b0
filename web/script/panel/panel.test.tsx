import { act, fireEvent, screen as page, render, renderHook, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { changeScreen, freshBrowser } from '#web/lib/testing.ts';
import { TooltipProvider } from '#web/ui/Tooltip.tsx';
import { ChatFrame } from './ChatFrame.tsx';
import { PanelButtons } from './PanelButtons.tsx';
import { SidePanel } from './SidePanel.tsx';
import { panelKey, usePanel } from './usePanel.ts';

freshBrowser();
beforeEach(() => window.history.replaceState(null, '', '/projects/PrQTbI/script'));

const goTo = (address: string) => window.history.replaceState({ key: 'kept' }, '', address);
const show = (node: ReactNode) => render(<TooltipProvider>{node}</TooltipProvider>);

describe('the address', () => {
  test.each([
    ['', 'navigator', 'chat'],
    ['?panel=navigator', 'navigator', 'chat'],
    ['?panel=chat', 'chat', 'chat'],
    ['?panel=history', 'history', 'chat'],
    ['?panel=scenes', 'navigator', 'chat'],
    ['?panel=chat&assistantTab=comments', 'chat', 'comments'],
    ['?panel=chat&assistantTab=suggestions', 'chat', 'suggestions'],
    ['?panel=chat&assistantTab=xyz', 'chat', 'chat'],
  ])('"%s" opens the panel %s with the tab %s', (query, panel, assistantTab) => {
    goTo(`/projects/PrQTbI/script${query}`);
    expect(renderHook(usePanel).result.current).toMatchObject({ panel, assistantTab });
  });

  test('gets the chosen panel and tab, and keeps path, other parameters, fragment and state', () => {
    goTo('/projects/PrQTbI/script?draft=2&panel=navigator#el-7');
    const { result } = renderHook(usePanel);
    const entries = window.history.length;
    act(() => result.current.open('chat', 'comments'));
    expect(result.current).toMatchObject({ panel: 'chat', assistantTab: 'comments', isOpen: true });
    expect(window.location.pathname).toBe('/projects/PrQTbI/script');
    expect(window.location.search).toBe('?draft=2&panel=chat&assistantTab=comments');
    expect(window.location.hash).toBe('#el-7');
    expect(window.history.state).toEqual({ key: 'kept' });
    expect(window.history.length).toBe(entries);
  });

  test('keeps the tab when another panel is chosen, and loses the panel when it closes', () => {
    goTo('/projects/PrQTbI/script?panel=chat&assistantTab=comments');
    const { result } = renderHook(usePanel);
    act(() => result.current.open('history'));
    expect(window.location.search).toBe('?panel=history&assistantTab=comments');
    act(() => result.current.close());
    expect(window.location.search).toBe('?assistantTab=comments');
    expect(result.current.isOpen).toBe(false);
  });

  test('switches the tab within 200 ms', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'] });
    goTo('/projects/PrQTbI/script?panel=chat');
    const { result } = renderHook(usePanel);
    goTo('/projects/PrQTbI/script?panel=chat&assistantTab=comments');
    expect(result.current.assistantTab).toBe('chat');
    act(() => vi.advanceTimersByTime(200));
    expect(result.current.assistantTab).toBe('comments');
    goTo('/projects/PrQTbI/script?panel=history&assistantTab=comments');
    act(() => vi.advanceTimersByTime(200));
    expect(result.current.panel).toBe('history');
  });

  test('is polled by one interval of 100 ms, which renders nothing without a change and ends with the panel', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'] });
    const intervals = vi.spyOn(globalThis, 'setInterval');
    let draws = 0;
    const { unmount } = renderHook(() => {
      draws++;
      return usePanel();
    });
    expect(intervals.mock.calls.map(([, ms]) => ms)).toEqual([100]);
    expect(vi.getTimerCount()).toBe(1);
    const before = draws;
    act(() => vi.advanceTimersByTime(5000));
    expect(draws).toBe(before);
    unmount();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('the panel is open', () => {
  test('initially if the window has room for it', () => {
    expect(renderHook(usePanel).result.current.isOpen).toBe(true);
    changeScreen({ widthPx: 1279 });
    expect(renderHook(usePanel).result.current.isOpen).toBe(false);
  });

  test('keeps its last state on a wide screen', () => {
    const { result, unmount } = renderHook(usePanel);
    act(() => result.current.close());
    unmount();
    expect(localStorage.getItem(panelKey)).toBe('closed');
    expect(renderHook(usePanel).result.current.isOpen).toBe(false);
  });

  test('on a phone only if the address names it, and the choice is not stored', () => {
    localStorage.setItem(panelKey, 'open');
    changeScreen({ widthPx: 767 });
    const { result } = renderHook(usePanel);
    expect(result.current).toMatchObject({ isOpen: false, isOverlay: true });
    act(() => result.current.open('navigator'));
    expect(result.current.isOpen).toBe(true);
    act(() => result.current.close());
    expect(result.current.isOpen).toBe(false);
    expect(localStorage.getItem(panelKey)).toBe('open');
  });

  test('until the page is closed when storage is unavailable', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('off', 'SecurityError');
    });
    const { result } = renderHook(usePanel);
    act(() => result.current.close());
    expect(result.current.isOpen).toBe(false);
  });
});

interface EditorProps {
  unresolved?: number;
  isWriting?: boolean;
  isReading?: boolean;
}

/** The panel and its buttons, composed as on the script screen. */
function Editor({ unresolved = 0, isWriting = false, isReading = false }: EditorProps) {
  const { panel, assistantTab, isOpen, open, close } = usePanel();
  return (
    <main>
      <PanelButtons
        onOpen={() => open('chat')}
        onComments={() => open('chat', 'comments')}
        unresolved={unresolved}
        isPanelOpen={isOpen}
        isWriting={isWriting}
        isReading={isReading}
      />
      <SidePanel
        isOpen={isOpen}
        panel={panel}
        onPanel={(chosen) => open(chosen)}
        onClose={close}
        unresolved={unresolved}
        filter={<p>Scenes here</p>}
        chat={<p>Comments here: {assistantTab}</p>}
        history={<p>Changes here</p>}
      />
    </main>
  );
}

describe('the side panel', () => {
  test('has the tabs Filter, Chat and History', async () => {
    const user = userEvent.setup();
    show(<Editor />);
    const tabs = page.getAllByRole('tab').map((tab) => tab.textContent);
    expect(tabs).toEqual(['Filter', 'Chat', 'History']);
    expect(page.getByText('Scenes here')).toBeTruthy();
    await user.click(page.getByRole('tab', { name: 'History' }));
    expect(page.getByText('Changes here')).toBeTruthy();
    expect(window.location.search).toBe('?panel=history');
    await user.keyboard('{ArrowLeft}');
    expect(page.getByText('Comments here: chat')).toBeTruthy();
  });

  test('is beside the script at 768 px', () => {
    changeScreen({ widthPx: 768 });
    goTo('/projects/PrQTbI/script?panel=navigator');
    show(<Editor />);
    expect(page.getByRole('complementary', { name: 'Side panel' })).toBeTruthy();
    expect(page.queryByRole('dialog')).toBeNull();
  });

  test('covers everything at 767 px, traps the focus, and closes with Escape', async () => {
    const user = userEvent.setup();
    changeScreen({ widthPx: 767 });
    show(<Editor />);
    const opener = page.getByRole('button', { name: 'Open assistant' });
    await user.click(opener);
    const dialog = page.getByRole('dialog', { name: 'Side panel' });
    expect(page.queryByRole('complementary')).toBeNull();
    expect(dialog.contains(document.activeElement)).toBe(true);
    for (let press = 0; press < 6; press++) {
      await user.tab();
      expect(dialog.contains(document.activeElement)).toBe(true);
    }
    await user.keyboard('{Escape}');
    expect(page.queryByRole('dialog')).toBeNull();
    expect(window.location.search).toBe('');
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });

  test('switches between the two layouts with the width of the window', () => {
    goTo('/projects/PrQTbI/script?panel=history');
    show(<Editor />);
    act(() => changeScreen({ widthPx: 767 }));
    expect(within(page.getByRole('dialog')).getByText('Changes here')).toBeTruthy();
    act(() => changeScreen({ widthPx: 768 }));
    expect(within(page.getByRole('complementary')).getByText('Changes here')).toBeTruthy();
  });

  test('closes by its button, and focuses the button that opens it', async () => {
    const user = userEvent.setup();
    show(<Editor />);
    await user.click(page.getByRole('button', { name: 'Close the panel' }));
    expect(page.queryByRole('complementary')).toBeNull();
    expect(document.activeElement).toBe(page.getByRole('button', { name: 'Open assistant' }));
    await user.keyboard('{Enter}');
    expect(page.getByText('Comments here: chat')).toBeTruthy();
  });

  test('shows the number of unresolved comments on its tab', () => {
    show(<Editor unresolved={120} />);
    const tab = page.getByRole('tab', { name: 'Chat 120 unresolved comments' });
    expect(within(tab).getByText('99+')).toBeTruthy();
  });
});

describe('the floating buttons', () => {
  beforeEach(() => localStorage.setItem(panelKey, 'closed'));

  test('open the panel, and the badge opens the comments', async () => {
    const user = userEvent.setup();
    show(<Editor unresolved={3} />);
    await user.click(page.getByRole('button', { name: '3 unresolved comments' }));
    expect(window.location.search).toBe('?panel=chat&assistantTab=comments');
    expect(page.getByText('Comments here: comments')).toBeTruthy();
    expect(page.queryByRole('button', { name: 'Open assistant' })).toBeNull();
  });

  test('are only one without unresolved comments', () => {
    show(<Editor />);
    expect(page.getAllByRole('button')).toHaveLength(1);
    fireEvent.click(page.getByRole('button', { name: 'Open assistant' }));
    expect(window.location.search).toBe('?panel=chat');
  });

  test('use the singular for one comment', () => {
    show(<Editor unresolved={1} />);
    expect(page.getByRole('button', { name: '1 unresolved comment' })).toBeTruthy();
  });
});

function Chat() {
  const [tab, setTab] = useState<'comments' | 'chat' | 'suggestions'>('chat');
  return (
    <ChatFrame
      tab={tab}
      onTab={setTab}
      tabs={[
        { value: 'comments', label: 'Comments', count: 2, content: <p>Two threads</p> },
        { value: 'suggestions', label: 'Suggestions', content: <p>None yet</p> },
      ]}
    />
  );
}

test('shows the first tab for an unknown one', async () => {
  const user = userEvent.setup();
  show(<Chat />);
  expect(page.getByText('Two threads')).toBeTruthy();
  await user.click(page.getByRole('tab', { name: 'Suggestions' }));
  expect(page.getByText('None yet')).toBeTruthy();
});

test('hides the floating button on a phone while a line is active, and everywhere during a table read', () => {
  const button = () => page.queryByRole('button', { name: 'Open assistant' });
  changeScreen({ widthPx: 390 });
  localStorage.setItem(panelKey, 'closed');
  const { rerender } = render(<Editor />, { wrapper: TooltipProvider });
  expect(button()).not.toBeNull();
  rerender(<Editor isWriting />);
  expect(button()).toBeNull();
  act(() => changeScreen({ widthPx: 1440 }));
  expect(button()).not.toBeNull();
  rerender(<Editor isReading />);
  expect(button()).toBeNull();
});
