import {
  AudioLines,
  Check,
  History,
  MessageSquare,
  Pencil,
  Play,
  Plus,
  Sparkles,
  Square,
  Trash2,
  X,
} from 'lucide-react';
import { type Ref, useLayoutEffect } from 'react';
import { type ElementType, elementTypes, insertMenuTypes } from '#screenplay/element.ts';
import { elementLabels } from '#screenplay/elementTypes/table.ts';
import { memoWithStableHandlers } from '#web/lib/memoWithStableHandlers.tsx';
import type { Store } from '#web/lib/store.ts';
import { TypePicker } from '#web/scriptEditor/bottomInput/TypePicker.tsx';
import type { VerticalRange } from '#web/scriptEditor/pages/hover.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Menu, MenuItem, MenuRadioGroup, MenuRadioItem } from '#web/ui/Menu.tsx';
import { marginInches, type ToolRoom, toolPlaces } from './barPlace.ts';
import styles from './MarginTools.module.css';

export interface ElementToolbar {
  type: ElementType;
  isLive: boolean;
  /** The line is not an element yet. */
  isNew: boolean;
  /** The edit can be cancelled. */
  isExplicit: boolean;
  canSave: boolean;
  canWrite: boolean;
  /** It has audio. */
  hasAudio: boolean;
  /** Reason why it is silent all the same. */
  silentBecause: string | null;
  isPlaying: boolean;
  /** Label for making audio, or the reason why it is impossible. */
  makingLabel: string;
  canMake: boolean;
  onAudio: () => void;
  onStudio: () => void;
  onComment: () => void;
  onAsk: () => void;
  onHistory: () => void;
  onEdit: () => void;
  onSave: () => void;
  onCancel: () => void;
  onDelete: () => void;
  onType: (type: ElementType) => void;
  /** Called after a choice, to continue writing. */
  onTypeChosen: () => void;
  onInsert: (type: ElementType) => void;
}

interface MarginToolsProps extends ElementToolbar, ToolRoom {
  sheetPx: number;
  typePicker: Ref<HTMLFieldSetElement>;
  /** The right margin has comment marks. */
  hasMarks: boolean;
  /** Takes the heights of the tools in the left margin. */
  heights: Store<VerticalRange | null>;
}

/** Tools of one element in the margins of the sheet. */
export const MarginTools = memoWithStableHandlers(function MarginTools(props: MarginToolsProps) {
  const { topPx, linePx, sheetLeftPx, inchPx, type, isLive } = props;
  const { leftPx, barTopPx, plusTopPx, plusLeftPx, heights } = toolPlaces(props);
  useReportedHeights(props.heights, heights);
  const marginPx = Math.ceil(props.sheetPx - marginInches * inchPx);
  return (
    <div className={styles.tools} data-fades="">
      <div
        className={styles.bar}
        role="toolbar"
        aria-label="Element"
        style={{
          top: barTopPx,
          left: sheetLeftPx + (leftPx ?? marginInches * inchPx),
          ...(leftPx === null && { maxWidth: props.sheetPx - marginInches * inchPx - 2 }),
        }}
      >
        <ToolButtons {...props} />
      </div>
      <div
        className={styles.type}
        style={{
          top: topPx + linePx / 2,
          left: sheetLeftPx + marginInches * inchPx,
          minWidth: marginPx,
          ['--margin-width' as string]: `${marginPx}px`,
        }}
      >
        {isLive && !props.isNew && <TypeMenu {...props} />}
        {isLive && props.isNew && (
          <TypePicker
            ref={props.typePicker}
            isColumn
            type={type}
            onType={props.onType}
            onDone={props.onTypeChosen}
          />
        )}
        {!isLive && !props.hasMarks && elementLabels[type]}
      </div>
      {plusTopPx !== null && (
        <div className={styles.insert} style={{ top: plusTopPx, left: plusLeftPx }}>
          <Menu
            align="start"
            trigger={
              <button type="button" className={styles.plus} aria-label="Insert an element below">
                <Plus size={12} strokeWidth={1.8} aria-hidden="true" />
              </button>
            }
          >
            <InsertItems onInsert={props.onInsert} />
          </Menu>
        </div>
      )}
    </div>
  );
});

/** Report the heights of the tools, which other marks in the margin avoid. */
function useReportedHeights(store: Store<VerticalRange | null>, heights: VerticalRange | null): void {
  const [topPx, bottomPx] = [heights?.topPx ?? null, heights?.bottomPx ?? null];
  useLayoutEffect(() => {
    store.set(topPx === null || bottomPx === null ? null : { topPx, bottomPx });
    return () => store.set(null);
  }, [store, topPx, bottomPx]);
}

/** There is room for six tools: with audio, history is in the menu and the palette only. */
function hasHistoryTool({ canWrite, hasAudio }: ElementToolbar): boolean {
  return !(canWrite && hasAudio);
}

/** The tools in a bar at the foot of a phone's screen. */
export function FootTools(props: ElementToolbar) {
  return (
    <div className={styles.foot} role="toolbar" aria-label="Element" data-fades="">
      {props.isLive ? (
        <TypeMenu {...props} />
      ) : (
        <b className={styles.footType}>{elementLabels[props.type]}</b>
      )}
      <span className={styles.footButtons}>
        {!props.isLive && props.canWrite && (
          <Menu
            side="top"
            trigger={
              <button type="button" className={styles.footButton} aria-label="Insert an element below">
                <Plus size={20} strokeWidth={1.6} aria-hidden="true" />
              </button>
            }
          >
            <InsertItems onInsert={props.onInsert} />
          </Menu>
        )}
        <ToolButtons {...props} />
      </span>
    </div>
  );
}

const icon = { size: 15, strokeWidth: 1.6, 'aria-hidden': true } as const;
// A button must not take the caret from the field, nor the selection from the page.
const focusProps = { onMouseDown: (event: React.MouseEvent) => event.preventDefault() };
function ToolButtons(props: ElementToolbar) {
  const { isLive, isNew, canWrite, hasAudio } = props;
  return (
    <>
      {isLive && <WritingButtons {...props} />}
      {!isLive && hasAudio && <AudioButton {...props} />}
      {!isLive && canWrite && (
        <IconButton
          label={props.makingLabel}
          aria-disabled={!props.canMake || undefined}
          onClick={() => props.canMake && props.onStudio()}
          {...focusProps}
        >
          <AudioLines {...icon} />
        </IconButton>
      )}
      {!isNew && (
        // The second press of a double click on Save would press this button.
        <IconButton
          label="Add comment"
          onClick={({ detail }) => detail < 2 && props.onComment()}
          {...focusProps}
        >
          <MessageSquare {...icon} />
        </IconButton>
      )}
      {!isNew && (
        <IconButton label="Ask assistant" onClick={props.onAsk} {...focusProps}>
          <Sparkles {...icon} />
        </IconButton>
      )}
      {!isLive && canWrite && (
        <IconButton label="Edit" onClick={props.onEdit} {...focusProps}>
          <Pencil {...icon} />
        </IconButton>
      )}
      {!isNew && !isLive && hasHistoryTool(props) && (
        <IconButton label="History of this element" onClick={props.onHistory} {...focusProps}>
          <History {...icon} />
        </IconButton>
      )}
      {!isNew && canWrite && (
        <IconButton label="Delete" onClick={props.onDelete} {...focusProps}>
          <Trash2 {...icon} />
        </IconButton>
      )}
    </>
  );
}

/** Buttons of a line that is being written. */
function WritingButtons({ canSave, isExplicit, onSave, onCancel }: ElementToolbar) {
  return (
    <>
      <IconButton label="Save" disabled={!canSave} onClick={onSave} {...focusProps}>
        <Check {...icon} />
      </IconButton>
      {isExplicit && (
        <IconButton label="Cancel" onClick={onCancel} {...focusProps}>
          <X {...icon} />
        </IconButton>
      )}
    </>
  );
}

function AudioButton({ isPlaying, silentBecause, onAudio }: ElementToolbar) {
  return (
    <IconButton
      label={isPlaying ? 'Stop' : 'Play'}
      tooltip={isPlaying ? undefined : (silentBecause ?? undefined)}
      onClick={onAudio}
      {...focusProps}
    >
      {isPlaying ? <Square {...icon} /> : <Play {...icon} />}
    </IconButton>
  );
}

function InsertItems({ onInsert }: Pick<ElementToolbar, 'onInsert'>) {
  return insertMenuTypes.map((each) => (
    <MenuItem key={each} onSelect={() => onInsert(each)}>
      {elementLabels[each]}
    </MenuItem>
  ));
}

function TypeMenu({ type, onType }: Pick<ElementToolbar, 'type' | 'onType'>) {
  return (
    <Menu
      align="end"
      trigger={
        <button type="button" className={styles.typeButton} aria-label={`Type: ${elementLabels[type]}`}>
          {elementLabels[type]}
        </button>
      }
    >
      <MenuRadioGroup value={type} onValueChange={onType} label="Element type">
        {elementTypes.map((each) => (
          <MenuRadioItem key={each} value={each}>
            {elementLabels[each]}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </Menu>
  );
}
