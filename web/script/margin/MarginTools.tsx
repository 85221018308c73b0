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
import { type ElementType, elementLabels, elementTypes, insertMenuTypes } from '#screenplay/element.ts';
import { memoWithStableHandlers } from '#web/lib/memoWithStableHandlers.tsx';
import { TypePicker } from '#web/scriptEditor/bottomInput/TypePicker.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Menu, MenuItem, MenuRadioGroup, MenuRadioItem } from '#web/ui/Menu.tsx';
import styles from './MarginTools.module.css';

export interface ElementToolbar {
  type: ElementType;
  isLive: boolean;
  /** A line that is no element yet. */
  isNew: boolean;
  canSave: boolean;
  canWrite: boolean;
  /** Something of it is to be heard. */
  hasAudio: boolean;
  /** Why nothing will be heard all the same. */
  silentBecause: string | null;
  isPlaying: boolean;
  /** Having audio made of it, or why there is none. */
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
  /** Writing goes on. */
  onTypeChosen: () => void;
  onInsert: (type: ElementType) => void;
}

interface MarginToolsProps extends ElementToolbar {
  /** Where the element stands on the desk. */
  topPx: number;
  endPx: number;
  linePx: number;
  sheetLeftPx: number;
  sheetPx: number;
  inchPx: number;
  /** Where the text of the page begins. */
  bodyPx: number;
  /** A heading with its number beside it, which stays. */
  isNumbered: boolean;
  typePicker: Ref<HTMLFieldSetElement>;
  /** Something else is told at the right of the line. */
  hasMarks: boolean;
}

type BarRoom = Pick<
  MarginToolsProps,
  'inchPx' | 'sheetLeftPx' | 'bodyPx' | 'isNumbered' | 'isLive' | 'isNew' | 'canWrite' | 'hasAudio'
>;

/** Where the right margin begins: after the longest line of action, which has 61 characters. */
export const marginInches = 7.64;
const barPx = 30;
const plusPx = 18;
const buttonPx = 24;
/** Between the tools and the mark at their right, and the edge of the desk at their left. */
const edgePx = 2;
/** Of the bar that marks the current element, from the text to its outer edge. */
const markInches = 0.18;

/** What can be done with one element, in the margins of the sheet, where no text is. */
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
        style={{ top: topPx + linePx / 2, left: sheetLeftPx + marginInches * inchPx }}
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
            {insertMenuTypes.map((each) => (
              <MenuItem key={each} onSelect={() => props.onInsert(each)}>
                {elementLabels[each]}
              </MenuItem>
            ))}
          </Menu>
        </div>
      )}
    </div>
  );
});

/**
 * From the sheet's edge: left of the text, of the mark of the current element, and over no scene number. The desk beside
 * the sheet is free, too. Null where there is no such room.
 */
export function barLeftPx(props: BarRoom): number | null {
  const { inchPx, sheetLeftPx, bodyPx, isNumbered, isLive, isNew, canWrite, hasAudio } = props;
  const ofWriter = isNew ? 2 : isLive ? 5 : 6;
  const count = isLive || canWrite ? ofWriter : 3 + (hasAudio ? 1 : 0);
  const leftPx = Math.min(12, bodyPx - markInches * inchPx - edgePx - (count * buttonPx + 2));
  return isNumbered || leftPx < edgePx - sheetLeftPx ? null : leftPx;
}

/** Who writes has no room for more than six: what is heard takes its place, and menu and palette have it, too. */
function hasHistoryTool({ canWrite, hasAudio }: ElementToolbar): boolean {
  return !(canWrite && hasAudio);
}

/** The same in a bar at the foot of a phone's screen. */
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
            {insertMenuTypes.map((each) => (
              <MenuItem key={each} onSelect={() => props.onInsert(each)}>
                {elementLabels[each]}
              </MenuItem>
            ))}
          </Menu>
        )}
        <ToolButtons {...props} />
      </span>
    </div>
  );
}

function ToolButtons(props: ElementToolbar) {
  const { isLive, isNew, canSave, canWrite, hasAudio, silentBecause, isPlaying } = props;
  const icon = { size: 15, strokeWidth: 1.6, 'aria-hidden': true } as const;
  // Pressing a button must not take the caret out of the field, nor the selection from the page.
  const keep = { onMouseDown: (event: React.MouseEvent) => event.preventDefault() };
  return (
    <>
      {isLive && (
        <>
          <IconButton label="Save" disabled={!canSave} onClick={props.onSave} {...keep}>
            <Check {...icon} />
          </IconButton>
          <IconButton label="Cancel" onClick={props.onCancel} {...keep}>
            <X {...icon} />
          </IconButton>
        </>
      )}
      {!isLive && hasAudio && (
        <IconButton
          label={isPlaying ? 'Stop' : 'Play'}
          tooltip={isPlaying ? undefined : (silentBecause ?? undefined)}
          onClick={props.onAudio}
          {...keep}
        >
          {isPlaying ? <Square {...icon} /> : <Play {...icon} />}
        </IconButton>
      )}
      {!isLive && canWrite && (
        <IconButton
          label={props.makingLabel}
          aria-disabled={!props.canMake || undefined}
          onClick={() => props.canMake && props.onStudio()}
          {...keep}
        >
          <AudioLines {...icon} />
        </IconButton>
      )}
      {!isNew && (
        // What was Save under the first press of a double click is this under the second.
        <IconButton label="Add comment" onClick={({ detail }) => detail < 2 && props.onComment()} {...keep}>
          <MessageSquare {...icon} />
        </IconButton>
      )}
      {!isNew && (
        <IconButton label="Ask assistant" onClick={props.onAsk} {...keep}>
          <Sparkles {...icon} />
        </IconButton>
      )}
      {!isLive && canWrite && (
        <IconButton label="Edit" onClick={props.onEdit} {...keep}>
          <Pencil {...icon} />
        </IconButton>
      )}
      {!isNew && !isLive && hasHistoryTool(props) && (
        <IconButton label="History of this element" onClick={props.onHistory} {...keep}>
          <History {...icon} />
        </IconButton>
      )}
      {!isNew && canWrite && (
        <IconButton label="Delete" onClick={props.onDelete} {...keep}>
          <Trash2 {...icon} />
        </IconButton>
      )}
    </>
  );
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
