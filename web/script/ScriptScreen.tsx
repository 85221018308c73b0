import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { plainText } from '#screenplay/emphasis.ts';
import { applyImprovement, type Suggestion } from '#shared/contract/assistant.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { Project } from '#shared/contract/projects.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import type { AssistantContext } from '#web/assistant/context.ts';
import { useAssistant, useSuggestionCount } from '#web/assistant/useAssistant.ts';
import { CommentsPanel } from '#web/comments/CommentsPanel.tsx';
import { commentMarksOf } from '#web/comments/commentMarks.ts';
import { commentsQuery } from '#web/comments/comments.data.ts';
import type { CommentTarget } from '#web/comments/target.ts';
import { commentThreads, unresolvedCount } from '#web/comments/threads.ts';
import { historyKey } from '#web/history/history.data.ts';
import { call } from '#web/lib/api.ts';
import { useUpdateProject } from '#web/projects/projects.data.ts';
import { useExport } from '#web/projects/useExport.ts';
import { views } from '#web/workspace/views.tsx';
import { useArrival } from './arrival.ts';
import { ScriptBar } from './bars/ScriptBar.tsx';
import { Whereabouts } from './bars/Whereabouts.tsx';
import { fromCall } from './changes/fromCall.ts';
import { scriptCommands, type Window } from './commands.ts';
import styles from './desk/Desk.module.css';
import { Pages } from './desk/Pages.tsx';
import { indexOfScene } from './desk/position.ts';
import { useFocusMode } from './desk/useFocusMode.ts';
import { useScriptDesk } from './desk/useScriptDesk.ts';
import { EditingProblems } from './editing/EditingProblems.tsx';
import { useDeleting } from './editing/useDeleting.tsx';
import { FilterBanner } from './filter/FilterBanner.tsx';
import { noFilter } from './filter/filter.ts';
import { useFinding } from './find/useFinding.tsx';
import type { PaletteView } from './palette/results.ts';
import { PanelButtons } from './panel/PanelButtons.tsx';
import { usePanel } from './panel/usePanel.ts';
import { usePaste } from './paste/usePaste.tsx';
import { ScriptPanel } from './ScriptPanel.tsx';
import { AssistantTabPanel, HistoryTabPanel, SuggestionsTabPanel } from './ScriptTabs.tsx';
import { ScriptWindows } from './ScriptWindows.tsx';
import { useKeptCommands } from './useKeptCommands.ts';
import { useScreenKeys } from './useScreenKeys.ts';

interface ScriptScreenProps {
  project: Project;
  scenes: Scene[];
  characters: Character[];
}

/** Other places that the palette leads to. */
function viewsOf(projectId: number): readonly PaletteView[] {
  const others = views.filter(({ slug }) => slug !== 'script');
  return [
    ...others.map(({ label, slug }) => ({ label, href: `/projects/${encodeProjectId(projectId)}/${slug}` })),
    { label: 'Manage Projects', href: '/' },
  ];
}

/** The script screen: the pages, and around them the bar, the panel and the windows. */
export function ScriptScreen({ project, scenes, characters }: ScriptScreenProps) {
  const script = useScriptDesk(project, scenes, characters);
  const focusMode = useFocusMode();
  const paste = usePaste(script);
  const { changes, writing, rows, current } = script;
  const client = useQueryClient();
  const panel = usePanel();
  const deleting = useDeleting(changes);
  const updateProject = useUpdateProject(project.id);
  const { exportScript } = useExport(project);
  const [open, setOpen] = useState<Window | null>(null);
  const finding = useFinding(script);
  const [target, setTarget] = useState<CommentTarget | null>(null);
  const [activeThreadId, setActiveThreadId] = useState<number | null>(null);
  const [asked, setAsked] = useState<AssistantContext | null>(null);
  const assistant = useAssistant(project.id, asked);
  const suggested = useSuggestionCount(assistant);
  const [historyId, setHistoryId] = useState<number | null>(null);

  const { data: comments } = useQuery(commentsQuery(project.id));
  const threads = useMemo(() => commentThreads(comments ?? []), [comments]);
  const marks = useMemo(() => commentMarksOf(threads), [threads]);
  const unresolved = unresolvedCount(threads);

  const comment = (element = script.current) => {
    if (element) setTarget(script.targetOf(element));
    panel.open('chat', 'comments');
  };
  const ask = (element = script.current) => {
    if (element) {
      const { elementId, label, selectedText: words } = script.targetOf(element);
      const about = script.elements.find(({ id }) => id === elementId) ?? element;
      const { elementType, content, characterName } = about;
      // Of a selection over several elements all is asked about, from where it begins.
      const selectedText = script.selecting.text() ?? words;
      setAsked({ elementId, label, selectedText, elementType, content: plainText(content), characterName });
    }
    panel.open('chat', 'chat');
  };
  /** What is on its way goes first: a suggestion is about what the server has. */
  const apply = async (suggestion: Suggestion, group: string | null = null) => {
    writing.save();
    await changes.outbox.settled();
    const { element } = await call(applyImprovement, { params: { id: project.id }, body: suggestion });
    changes.applyRemote(element, 'Suggestion', group);
    void client.invalidateQueries({ queryKey: historyKey(project.id) });
  };
  const history = (elementId: number | null) => {
    setHistoryId(elementId);
    panel.open('history');
  };
  const goToScene = (sceneId: number) => {
    const list = script.rows;
    const element =
      list[indexOfScene(list, sceneId)] ?? script.elements.find((each) => each.sceneId === sceneId);
    if (!element) return;
    if (!list.includes(element)) script.setFilter(noFilter);
    script.focus.focus(element.id, 'top');
  };
  useArrival(goToScene);
  /** Goes to an element, out of the filter if that hides it. */
  const go = (elementId: number) => {
    if (!rows.some(({ id }) => id === elementId)) script.setFilter(noFilter);
    script.focus.focus(elementId, 'top');
    if (panel.isOverlay) panel.close();
  };
  const { areImagesShown, setAreImagesShown } = script;
  const hasImages = scenes.some(({ imageUrl }) => imageUrl !== null);
  const images = useMemo(
    () => (hasImages ? { areShown: areImagesShown, onShow: setAreImagesShown } : null),
    [hasImages, areImagesShown, setAreImagesShown],
  );
  const commands = scriptCommands(script, {
    open: setOpen,
    find: finding.open,
    nextMatch: finding.next,
    previousMatch: finding.previous,
    comment: () => comment(),
    ask: () => ask(),
    suggestions: () => panel.open('chat', 'suggestions'),
    history: () => history(current?.id ?? null),
    clip: paste.clip,
    focusMode,
    exportAs: (format) => {
      // What is being written is part of the script.
      writing.save();
      void changes.outbox
        .settled()
        .catch(() => {})
        .then(() => exportScript(format));
    },
    askToDelete: () => current && deleting.ask(current, script.currentIndex),
    toggleSceneNumbers: () => updateProject.mutate({ showSceneNumbers: !project.format.sceneNumbersShown }),
    toggleImages: hasImages ? () => script.setAreImagesShown(!script.areImagesShown) : null,
  });
  useScreenKeys(commands);
  const keptCommands = useKeptCommands(commands);

  const historyElement = historyId === null ? null : script.elements.find(({ id }) => id === historyId);

  return (
    <div className={styles.screen}>
      <div className={styles.view}>
        <ScriptBar
          scenes={scenes}
          sceneNumbers={script.sceneNumbers}
          current={script.here}
          onScene={({ id }) => goToScene(id)}
          state={script.state}
          isWriting={writing.isUnsaved}
          onRetry={changes.outbox.retry}
          canWrite={script.canWrite}
          commands={keptCommands}
          images={images}
          isPanelOpen={panel.isOpen}
          onPanel={() => (panel.isOpen ? panel.close() : panel.open(panel.panel))}
        />
        <FilterBanner
          filter={script.filter}
          scenes={scenes}
          sceneNumbers={script.sceneNumbers}
          characters={characters}
          onClear={() => script.setFilter(noFilter)}
        />
        {finding.bar}
        <Pages
          script={script}
          deleting={deleting}
          threads={marks}
          activeThreadId={activeThreadId}
          found={finding.found}
          commands={keptCommands}
          onComment={comment}
          onAsk={ask}
          onSuggestions={() => panel.open('chat', 'suggestions')}
          onHistory={({ id }) => history(id)}
          onThreads={(elementId) => {
            const thread = threads.find(
              ({ comment: { scriptElementId, isResolved } }) => scriptElementId === elementId && !isResolved,
            );
            setActiveThreadId(thread?.comment.id ?? null);
            panel.open('chat', 'comments');
          }}
          onPaste={paste.onPaste}
          onPasteOver={paste.onPasteOver}
          onPasteBelow={paste.onPasteBelow}
        />
        <PanelButtons
          isPanelOpen={panel.isOpen}
          isWriting={script.live !== null || script.lineBelow !== null}
          unresolved={unresolved}
          onOpen={() => panel.open('chat')}
          onComments={() => panel.open('chat', 'comments')}
        />
        <EditingProblems
          changes={changes}
          state={script.state}
          offered={script.offered}
          onTakeUp={writing.takeUp}
        />
        {paste.notice}
        <Whereabouts script={script} isFocusMode={focusMode.isOn} />
      </div>
      <ScriptPanel
        script={script}
        panel={panel}
        unresolved={unresolved}
        comments={
          <CommentsPanel
            project={project}
            elements={script.elements}
            target={target}
            onClearTarget={() => setTarget(null)}
            activeThreadId={activeThreadId}
            onGo={(elementId, threadId) => {
              setActiveThreadId(threadId);
              go(elementId);
            }}
          />
        }
        suggested={suggested}
        assistant={
          <AssistantTabPanel
            project={project}
            assistant={assistant}
            context={asked}
            onGo={go}
            onClearContext={() => setAsked(null)}
            onSuggestions={() => panel.open('chat', 'suggestions')}
          />
        }
        suggestions={
          <SuggestionsTabPanel
            project={project}
            assistant={assistant}
            context={asked}
            isWritable={script.canWrite}
            onGo={go}
            onClearContext={() => setAsked(null)}
            onApply={apply}
          />
        }
        history={
          <HistoryTabPanel
            project={project}
            elements={script.elements}
            element={
              historyId === null
                ? null
                : { id: historyId, content: historyElement ? plainText(historyElement.content) : '' }
            }
            onWholeScript={() => setHistoryId(null)}
            onGo={go}
            onChange={async (edits, label) => {
              writing.save();
              changes.run(fromCall(edits, changes), label);
            }}
            canWrite={script.canWrite}
          />
        }
      />
      <ScriptWindows
        script={script}
        commands={commands}
        views={viewsOf(project.id)}
        open={open}
        onOpen={setOpen}
        onScene={goToScene}
      />
      {deleting.dialog(writing.close, (index) => {
        // What stands there now, or the last (spec workspace §4).
        const rest = changes.elements();
        script.focusOn(rest[Math.min(index, rest.length - 1)]?.id ?? null);
      })}
    </div>
  );
}
