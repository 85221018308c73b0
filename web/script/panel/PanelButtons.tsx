import { MessagesSquare } from 'lucide-react';
import { useIsPhone } from '#web/lib/media.ts';
import { memoWithStableHandlers } from '#web/lib/memoWithStableHandlers.tsx';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import styles from './PanelButtons.module.css';
import { TabCount } from './TabCount.tsx';

interface PanelButtonsProps {
  /** Opens the assistant side panel. */
  onOpen: () => void;
  /** Opens it on the comments tab. */
  onComments: () => void;
  /** Number of unresolved comments; 0 shows no badge. */
  unresolved: number;
  isPanelOpen: boolean;
  /** A line is active; on a phone the buttons would cover it. */
  isWriting: boolean;
  /** A table read is in the place of the buttons. */
  isReading: boolean;
}

/** Buttons over the editor while the panel is closed (docs/spec/script.md). */
export const PanelButtons = memoWithStableHandlers(function PanelButtons(props: PanelButtonsProps) {
  const { onOpen, onComments, unresolved, isPanelOpen, isWriting, isReading } = props;
  const isPhone = useIsPhone();
  // Under an overlay they stay, to take the focus back.
  if (isPanelOpen ? !isPhone : isReading || (isPhone && isWriting)) return null;
  return (
    <div className={styles.buttons} data-fades="">
      {unresolved > 0 && (
        <Tooltip text="Open comments">
          <button type="button" className={styles.badge} onClick={onComments}>
            <TabCount
              count={unresolved}
              of={unresolved === 1 ? 'unresolved comment' : 'unresolved comments'}
              isUrgent
            />
          </button>
        </Tooltip>
      )}
      <Tooltip text="Open assistant">
        <button
          type="button"
          className={styles.open}
          aria-label="Open assistant"
          data-opens-panel=""
          onClick={onOpen}
        >
          <MessagesSquare size={20} strokeWidth={1.6} aria-hidden="true" />
        </button>
      </Tooltip>
    </div>
  );
});
