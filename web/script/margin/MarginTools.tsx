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
import type { Ref } from 'react';
import { type ElementType, elementTypes, insertMenuTypes } from '#screenplay/element.ts';
import { elementLabels } from '#screenplay/elementTypes/table.ts';
import { memoWithStableHandlers } from '#web/lib/memoWithStableHandlers.tsx';
import { TypePicker } from '#web/scriptEditor/bottomInput/TypePicker.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Menu, MenuItem, MenuRadioGroup, MenuRadioItem } from '#web/ui/Menu.tsx';
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

interface MarginToolsProps extends ElementToolbar {
  /** Position of the element in the editor. */
  topPx: number;
  endPx: number;
  linePx: number;
  sheetLeftPx: number;
  sheetPx: number;
  inchPx: number;
  /** Left edge of the page's text. */
  bodyPx: number;
  /** The heading has its number next to it, which stays visible. */
  isNumbered: boolean;
  typePicker: Ref<HTMLFieldSetElement>;
  /** The right margin has comment marks. */
  hasMarks: boolean;
}

type BarRoom = Pick<
  MarginToolsProps,
  | 'inchPx'
  | 'sheetLeftPx'
  | 'bodyPx'
  | 'isNumbered'
  | 'isLive'
  | 'isNew'
  | 'isExplicit'
  | 'canWrite'
  | 'hasAudio'
>;

/** Start of the right margin: after the longest line of action, which has 61 characters. */
export const marginInches = 7.64;
const barPx = 30;
const plusPx = 18;
const buttonPx = 24;
/**
 * Gap between the tools and the mark to their right, and between them and the edge of the editor to
 * their left.
 */
const edgePx = 2;
/** Width of the mark of the current element, from the text to its outer edge. */
const markInches = 0.18;

/** Tools of one element in the margins of the sheet. */
export const MarginTools = memoWithStableHandlers(function MarginTools(props: MarginToolsProps) {
  const { topPx, endPx, linePx, sheetLeftPx, inchPx, bodyPx, type, isLive } = props;
  const leftPx = barLeftPx(props);
  const besidePx = topPx + (linePx - barPx) / 2;
  // In the right margin, below the type.
  const barTopPx = leftPx === null ? topPx + linePx + 3 : besidePx;
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
          minWidth: Math.ceil(props.sheetPx - marginInches * inchPx),
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
      {!isLive && props.canWrite && (
        <div
          className={styles.insert}
          style={{
            top: Math.max(endPx + (linePx - plusPx) / 2, leftPx === null ? 0 : besidePx + barPx + 1),
            left: sheetLeftPx + bodyPx - markInches * inchPx - plusPx - 4,
          }}
        >
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

/**
 * Return the left edge of the tools: left of the text and of the mark of the current element,
 * without covering a scene number. They may extend beside the sheet. Null if there is no room.
 */
export function barLeftPx(props: BarRoom): number | null {
  const { inchPx, sheetLeftPx, bodyPx, isNumbered, isLive, isNew, isExplicit, canWrite, hasAudio } = props;
  const ofLine = (isNew ? 1 : 4) + (isExplicit ? 1 : 0);
  const ofWriter = isLive ? ofLine : 6;
  const count = isLive || canWrite ? ofWriter : 3 + (hasAudio ? 1 : 0);
  const leftPx = Math.min(12, bodyPx - markInches * inchPx - edgePx - (count * buttonPx + 2));
  return isNumbered || leftPx < edgePx - sheetLeftPx ? null : leftPx;
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
