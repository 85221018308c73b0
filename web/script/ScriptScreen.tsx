import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Character } from '#shared/contract/characters.ts';
import type { Project } from '#shared/contract/projects.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import { views } from '#shared/views.ts';
import { commentMarksOf } from '#web/comments/commentMarks.ts';
import { commentsQuery } from '#web/comments/comments.data.ts';
import { type CommentThreadItem, commentThreads, unresolvedCount } from '#web/comments/threads.ts';
import { afterOpening } from '#web/lib/afterOpening.ts';
import { hrefOf } from '#web/lib/basePath.ts';
import { createLazyModule } from '#web/lib/lazyModule.ts';
import { afterPaint, useStore } from '#web/lib/store.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { registerStoreScript } from '#web/lib/unsentScript.ts';
import { WhenLoaded } from '#web/lib/WhenLoaded.tsx';
import { registerServiceWorker } from '#web/offline/registerServiceWorker.ts';
import { useUpdateProject } from '#web/projects/projects.data.ts';
import { useExport } from '#web/projects/useExport.ts';
import { loadPasteReader } from '#web/scriptEditor/clipboard/pasteReader.ts';
import { connectCollaboration } from '#web/scriptEditor/connectCollaboration.ts';
import styles from '#web/scriptEditor/desk/Desk.module.css';
import { createProjectContext } from '#web/scriptEditor/pages/projectContext.ts';
import { ScriptEditorContext } from '#web/scriptEditor/scriptEditor.ts';
import { followRemoteText } from '#web/scriptEditor/verbs/remoteText.ts';
import { PersistActiveLine } from '#web/scriptEditor/writing/PersistActiveLine.tsx';
import { useOfflineCopy } from '#web/scriptSync/offlineCopy.ts';
import { openScriptSync } from '#web/scriptSync/openScriptSync.ts';
import { useConnection } from '#web/scriptSync/reconnecting.ts';
import { untilSent } from '#web/scriptSync/untilSent.ts';
import { useUser } from '#web/session/auth.ts';
import { useScreenKeys } from './commands/useScreenKeys.ts';
import { createScriptScreen } from './createScriptScreen.ts';
import { useEntryQuery } from './entryQuery.ts';
import { FindOnDesk } from './FindOnDesk.tsx';
import { EditorFilter } from './filter/EditorFilter.tsx';
import {
  LaterCaretPosition,
  LaterEditorBar,
  LaterPanelButtons,
  LaterScriptPanel,
} from './laterScriptFrame.tsx';
import { AnnotatedPages } from './pages/AnnotatedPages.tsx';
import type { PaletteView } from './palette/results.ts';
import { usePanel } from './panel/usePanel.ts';
import { usePersonalPreferences } from './preferences/usePersonalPreferences.ts';
import { deletingDialog, pasteNotice } from './problems/lazyProblems.ts';
import { ScriptWindows } from './ScriptWindows.tsx';
import { ScriptScreenContext, type ScriptScreenState, useScriptScreen } from './scriptScreen.ts';
import type { PanelState } from './state/panelAddress.ts';
import { unsentTitlePage, withUnsentTitle } from './state/unsentTitlePage.ts';
import { useFocusMode } from './useFocusMode.ts';
import { useKeptCaret } from './useKeptCaret.ts';

interface ScriptScreenProps {
  project: Project;
  scenes: Scene[];
  characters: Character[];
  children?: ReactNode;
}

/** Return the other views, for the palette. */
function viewsOf(projectId: number): readonly PaletteView[] {
  const others = views.filter(({ slug }) => slug !== 'script');
  return [
    ...others.map(({ label, slug }) => ({
      label,
      href: hrefOf(`/projects/${encodeProjectId(projectId)}/${slug}`),
    })),
    { label: 'Manage Projects', href: '/' },
  ];
}

/** The script screen: the pages with bar, panel and dialogs around them. */
export function ScriptScreen({ project, scenes, characters, children }: ScriptScreenProps) {
  const unsentTitle = useStore(unsentTitlePage, (now) => (now?.isShown ? now : null));
  const shownProject = useMemo(() => withUnsentTitle(project, unsentTitle), [project, unsentTitle]);
  const desk = useOpenDesk(shownProject, scenes, characters);
  const panel = usePanel();
  desk.panels.side.current = panel;
  const { data: comments } = useQuery(commentsQuery(project.id));
  const threads = useMemo(() => commentThreads(comments ?? []), [comments]);
  const commented = useMemo(() => commentMarksOf(threads), [threads]);
  const unresolved = unresolvedCount(threads);
  useCalls(desk, project);
  useConnection(project.id, desk.sync);
  useOfflineCopy(project, useUser());
  useEffect(() => void registerServiceWorker(), []);
  useEntryQuery(desk.going);
  useScreenKeys(desk);
  useFocusMode(desk.focusMode);
  useKeptCaret(desk);
  return (
    <ScriptEditorContext value={desk}>
      <ScriptScreenContext value={desk}>
        <div className={styles.screen}>
          <div className={styles.view}>
            <LaterEditorBar panel={panel} />
            <EditorFilter />
            <FindOnDesk />
            <AnnotatedPages
              commented={commented}
              onThreads={(elementId) =>
                desk.panels.thread(unresolvedOn(elementId, threads)?.comment.id ?? null)
              }
            />
            <ButtonsOnDesk panel={panel} unresolved={unresolved} />
            <ProblemsOnDesk />
            <PasteNoticeOnDesk />
            <KeyQuestionOnDesk />
            <OpenTableRead />
            <LaterCaretPosition />
          </div>
          <LaterScriptPanel panel={panel} unresolved={unresolved} />
          <ScriptWindows views={viewsOf(project.id)} />
          <DeletingOnDesk />
        </div>
        {children}
        <PersistActiveLine writing={desk.writing} changes={desk.sync} nodes={desk.nodes} />
      </ScriptScreenContext>
    </ScriptEditorContext>
  );
}

/** Return the first unresolved thread on an element. */
function unresolvedOn(
  elementId: number,
  threads: readonly CommentThreadItem[],
): CommentThreadItem | undefined {
  return threads.find(
    ({ comment: { scriptElementId, isResolved } }) => scriptElementId === elementId && !isResolved,
  );
}

/** Create the screen state for the lifetime of the screen, and update its project context. */
function useOpenDesk(project: Project, scenes: Scene[], characters: Character[]): ScriptScreenState {
  const client = useQueryClient();
  const userId = useUser()?.id ?? '';
  const scriptData = useMemo(
    () => createProjectContext(project, scenes, characters),
    [project, scenes, characters],
  );
  const [desk] = useState(() => createScriptScreen(scriptData, openScriptSync(client, project.id, userId)));
  useLayoutEffect(() => desk.given.set(scriptData), [desk, scriptData]);
  const { canWrite } = scriptData;
  useLayoutEffect(() => {
    desk.sync.outbox.allow(canWrite);
    // The active line is then rejected like other changes: stored in the browser, shown and
    // offered.
    if (!canWrite) desk.writing.save();
  }, [desk, canWrite]);
  useEffect(() => connectCollaboration(desk), [desk]);
  useEffect(() => followRemoteText(desk), [desk]);
  useEffect(() => {
    const { sync, writing } = desk;
    return registerStoreScript(project.id, () => {
      writing.storeForReading();
      return untilSent(sync.outbox);
    });
  }, [desk, project.id]);
  return desk;
}

function useCalls(desk: ScriptScreenState, project: Project): void {
  const { exportScript } = useExport(project);
  const { mutate } = useUpdateProject(project.id);
  desk.calls.current = {
    exportScript,
    showSceneNumbers: (areShown) => mutate({ showSceneNumbers: areShown }),
  };
}

const tableRead = createLazyModule(() =>
  import('./tableRead/EditorTableRead.tsx').then((file) => file.EditorTableRead),
);

function OpenTableRead() {
  const { isTableReadOpen } = useScriptScreen().audio;
  const fail = () => {
    toast(toastTexts.windowNotLoaded);
    isTableReadOpen.set(false);
  };
  return (
    useStore(isTableReadOpen) && (
      <WhenLoaded part={tableRead} onFailure={fail}>
        {(TableReadOnDesk) => <TableReadOnDesk />}
      </WhenLoaded>
    )
  );
}

function ButtonsOnDesk({ panel, unresolved }: { panel: PanelState; unresolved: number }) {
  const { audio, lineBelow, panels, writing } = useScriptScreen();
  const isReading = useStore(audio.isTableReadOpen);
  const isOnPage = useStore(afterPaint(writing.line), (live) => live !== null);
  const isBelow = useStore(afterPaint(lineBelow), (type) => type !== null);
  return (
    <LaterPanelButtons
      isPanelOpen={panel.isOpen}
      isWriting={isOnPage || isBelow}
      isReading={isReading}
      unresolved={unresolved}
      onOpen={() => panel.open('chat')}
      onComments={() => panels.comments()}
    />
  );
}

function ProblemsOnDesk() {
  const { sync, focus } = useScriptScreen();
  const state = useStore(sync.state);
  const isBack = useStore(sync.reconnectReport) !== null;
  if (state.status !== 'rejected' && !isBack) return null;
  return (
    <WhenLoaded part={problems} onFailure={() => toast(toastTexts.windowNotLoaded)}>
      {(EditingProblems) => (
        <EditingProblems changes={sync} state={state} onGo={(elementId) => focus.focus(elementId, 'top')} />
      )}
    </WhenLoaded>
  );
}

/** The dialog stays mounted after it was opened: it moves the focus when it has closed. */
function DeletingOnDesk() {
  const { deleting } = useScriptScreen();
  const request = useStore(deleting);
  const wasAsked = useRef(false);
  wasAsked.current ||= request !== null;
  const fail = () => {
    toast(toastTexts.windowNotLoaded);
    deleting.set(null);
  };
  if (!wasAsked.current) return null;
  return (
    <WhenLoaded part={deletingDialog} onFailure={fail}>
      {(DeletingDialog) => <DeletingDialog />}
    </WhenLoaded>
  );
}

const pasteDelayMs = 3000;

/**
 * Show the notice of a paste. The code that reads pasted text is loaded some time after the screen.
 */
function PasteNoticeOnDesk() {
  const { pasting } = useScriptScreen();
  const receipt = useStore(pasting.receipt);
  const isRejected = useStore(pasting.isRejected);
  // The first key of a shortcut is soon enough.
  useEffect(() => afterOpening(pasteDelayMs, () => void loadPasteReader().catch(() => {}), ['keydown']), []);
  if (receipt === null && !isRejected) return null;
  return (
    <WhenLoaded part={pasteNotice} onFailure={() => pasting.receipt.set(null)}>
      {(PasteNotice) => <PasteNotice />}
    </WhenLoaded>
  );
}

const keyQuestion = createLazyModule(() =>
  import('./preferences/KeyQuestion.tsx').then((file) => file.KeyQuestion),
);

/** Keep the writing preferences in step with the server, and ask for them at the first start. */
function KeyQuestionOnDesk() {
  const isAsked = usePersonalPreferences();
  const { canWrite } = useStore(useScriptScreen().given);
  if (!isAsked || !canWrite) return null;
  return (
    <WhenLoaded part={keyQuestion} onFailure={() => undefined}>
      {(KeyQuestion) => <KeyQuestion />}
    </WhenLoaded>
  );
}

// Most visits have no problems, so the code is loaded with the first one.
const problems = createLazyModule(() =>
  import('./problems/EditingProblems.tsx').then((file) => file.EditingProblems),
);
