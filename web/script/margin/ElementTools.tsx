import { useEffect } from 'react';
import { isDialogueType, isHeadingType } from '#screenplay/elementTypes/predicates.ts';
import { missingVoiceText, speakingCharacter } from '#screenplay/playback/speaking.ts';
import type { Element } from '#shared/contract/elements.ts';
import { createLazyModule } from '#web/lib/lazyModule.ts';
import { useStore } from '#web/lib/store.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { WhenLoaded } from '#web/lib/WhenLoaded.tsx';
import type { ActiveLine } from '#web/scriptEditor/line/activeLine.ts';
import type { Hover } from '#web/scriptEditor/pages/hover.ts';
import type { ProjectContext } from '#web/scriptEditor/pages/projectContext.ts';
import { bodyLeftPx } from '#web/scriptEditor/sheet/lines.ts';
import { linePositions } from '#web/scriptEditor/sheet/sheetLayout.ts';
import { isBlank } from '#web/scriptSync/lineEdits.ts';
import { type ScriptScreenState, useScriptScreen } from '../scriptScreen.ts';
import { hasOrCanGetSound } from '../state/elementAudio.ts';
import { isTitlePageActive } from '../state/unsentTitlePage.ts';
import { audioKindOf, noAudioText } from '../studio/subject.ts';
import { type ElementToolbar, FootTools, MarginTools } from './MarginTools.tsx';

const touchTools = createLazyModule(() => import('./TouchTools.tsx').then((file) => file.TouchTools));

interface MarginOnDeskProps {
  hover: Hover;
  /** Commented elements by id. */
  commented: ReadonlyMap<number, unknown>;
}

/** Tools of the element under the pointer, or of the current one, in the margins of its sheet. */
export function EditorMargin({ hover, commented }: MarginOnDeskProps) {
  const { audio, given, marginTools, nodes, pages, writing } = useScriptScreen();
  const { project, canComment } = useStore(given);
  const book = useStore(pages.book);
  const line = useStore(writing.line);
  const shown = useTools(hover);
  useEffect(() => () => audio.stop(), [audio]);
  const { measures } = book;
  if (!shown || measures.isPhone || !(line || canComment)) return null;
  const { element, index, live, tools } = shown;
  const lines = linePositions(book, index);
  const [first, last] = [lines[0], lines.at(-1)];
  if (!first || !last) return null;
  const isHeading = isHeadingType(element.elementType);
  return (
    <MarginTools
      {...tools}
      topPx={first.topPx}
      endPx={last.topPx + measures.linePx}
      linePx={measures.linePx}
      sheetLeftPx={measures.sheetLeftPx}
      sheetPx={measures.sheetPx}
      inchPx={measures.inchPx}
      bodyPx={bodyLeftPx(project.format, measures)}
      isNumbered={project.format.sceneNumbersShown && isHeading && live?.base !== null}
      typePicker={nodes.typePicker}
      hasMarks={commented.has(element.id)}
      heights={marginTools}
    />
  );
}

/** Tools at the foot of a phone's screen, or tools for a touch selection. */
export function EditorFoot({ hover }: { hover: Hover }) {
  const { given, pages, selecting } = useScriptScreen();
  const canComment = useStore(given, (now) => now.canComment);
  const isPhone = useStore(pages.measures, (measures) => measures.isPhone);
  const isByTouch = useStore(selecting.isByTouch);
  const isSelected = useStore(selecting.selection, (selection) => selection !== null);
  if (isByTouch && isSelected)
    return (
      <WhenLoaded part={touchTools} onFailure={() => toast(toastTexts.windowNotLoaded)}>
        {(TouchTools) => <TouchTools />}
      </WhenLoaded>
    );
  return isPhone && canComment && <OpenFoot hover={hover} />;
}

function OpenFoot({ hover }: { hover: Hover }) {
  const shown = useTools(hover);
  const isTitlePage = useStore(isTitlePageActive);
  return shown && !isTitlePage && <FootTools {...shown.tools} />;
}

interface ShownTools {
  element: Element;
  index: number;
  /** The active line, if the tools are its own. */
  live: ActiveLine | null;
  tools: ElementToolbar;
}

/** Return the element of the tools; null for none. */
function useTools(hover: Hover): ShownTools | null {
  const desk = useScriptScreen();
  const { audio, focus, given, lineBelow, pages, writing } = desk;
  const canWrite = useStore(given, (now) => now.canWrite);
  const line = useStore(writing.line);
  const hoveredId = useStore(hover);
  const focusedIndex = useStore(focus.currentIndex);
  const liveIndex = useStore(pages.liveIndex);
  const isPhone = useStore(pages.measures, (measures) => measures.isPhone);
  const isBelow = useStore(lineBelow, (type) => type !== null);
  const rows = useStore(pages.rows);
  const playingId = useStore(audio.heard, (heard) => heard?.elementId ?? null);
  const { characters, joint } = useStore(given);
  const hoveredIndex = pages.indexOf(hoveredId);
  const isOtherHovered = hoveredIndex >= 0 && hoveredIndex !== liveIndex && !isPhone;
  const live = isOtherHovered && line && canLeaveTools(line) ? null : line;
  const index = live ? liveIndex : hoveredIndex >= 0 ? hoveredIndex : focusedIndex;
  const element = rows[index];
  // While the caret is in the bottom input, only the element under the pointer has tools.
  if (!element || (isBelow && !live && hoveredIndex < 0)) return null;
  const tools = {
    ...toolsOf(desk, element, index, live),
    canWrite,
    hasAudio: hasOrCanGetSound(element),
    silentBecause: silentBecause(rows, index, { characters, joint }),
    ...makingOf(element),
    isPlaying: playingId === element.id,
  };
  return { element, index, live, tools };
}

/** Return whether the tools may leave the line: not if it is new or explicitly edited. */
function canLeaveTools({ base, explicitBase }: ActiveLine): boolean {
  return base !== null && explicitBase === undefined;
}

/** Return why an element is silent; null if it is audible (decision OQ-80). */
function silentBecause(
  rows: readonly Element[],
  index: number,
  { characters, joint }: Pick<ProjectContext, 'characters' | 'joint'>,
): string | null {
  const element = rows[index];
  if (!isDialogueType(element?.elementType) || element.dialogueAudioUrl !== null) return null;
  const { name, character } = speakingCharacter(rows, index, characters, joint);
  return character?.voiceId ? null : missingVoiceText(name, characters);
}

function toolsOf(desk: ScriptScreenState, element: Element, index: number, live: ActiveLine | null) {
  const { audio, deleting, editing, focus, formatting, going, nodes, panels, writing } = desk;
  return {
    type: live?.type ?? element.elementType,
    isLive: live !== null,
    isNew: live?.base === null,
    isExplicit: live?.explicitBase !== undefined,
    canSave: live !== null && !isBlank(live),
    onAudio: () => audio.toggle(element),
    onStudio: () => {
      focus.setCurrentId(element.id);
      desk.studioId.set(element.id);
    },
    onComment: () => {
      focus.setCurrentId(element.id);
      panels.comment(element);
    },
    onAsk: () => {
      focus.setCurrentId(element.id);
      panels.ask(element);
    },
    onHistory: () => {
      focus.setCurrentId(element.id);
      panels.history(element.id);
    },
    onEdit: () => editing.editExplicitly(element),
    onSave: () => going.focusOn(writing.save()),
    onCancel: editing.cancel,
    onDelete: () => deleting.set({ element, index }),
    onType: formatting.setType,
    onTypeChosen: () => nodes.field.current?.focus(),
    onInsert: (type: Element['elementType']) => editing.insertBelow(element, type),
  };
}

/** Return the label of making audio, and whether it is possible (decision OQ-77). */
function makingOf(element: Element): Pick<ElementToolbar, 'makingLabel' | 'canMake'> {
  const kind = audioKindOf(element.elementType);
  if (kind === null) return { makingLabel: noAudioText(element.elementType), canMake: false };
  const url = kind === 'speech' ? element.dialogueAudioUrl : element.soundEffectUrl;
  return { makingLabel: url === null ? 'Generate audio' : 'Regenerate audio', canMake: true };
}
