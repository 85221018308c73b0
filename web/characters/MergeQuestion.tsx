import type { NameMention } from '#screenplay/mentions.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { MentionList } from './MentionList.tsx';
import type { PlacedMention } from './mentionsInScript.ts';
import { useSelectedMentions } from './useTicked.ts';

interface MergeQuestionProps {
  from: string;
  into: string;
  /** Mentions in action and dialogue of the character that is deleted. */
  mentions: readonly PlacedMention[];
  isBusy: boolean;
  onCancel: () => void;
  /** Merge; `mentions` are those that take the other name. */
  onMerge: (mentions: readonly NameMention[]) => void;
}

/**
 * Show what a merge of two characters deletes, and which places of the text it changes (decision
 * OQ-109).
 */
export function MergeQuestion({ from, into, mentions, isBusy, onCancel, onMerge }: MergeQuestionProps) {
  const { left, setLeft, ticked } = useSelectedMentions(mentions);
  const also = mentions.length > 0 ? ' The places below can take the name in the same step.' : '';
  return (
    <Dialog
      open
      onOpenChange={() => {
        if (!isBusy) onCancel();
      }}
      role="alertdialog"
      width={mentions.length > 0 ? 'wide' : 'form'}
      title="Merge characters"
      description={`All that "${from}" says in the script is given to "${into}".${also} The character "${from}" is then deleted permanently, with its description and its avatar. This action cannot be undone.`}
      footer={
        <>
          <Button autoFocus disabled={isBusy} onClick={onCancel}>
            Cancel
          </Button>
          <Button kind="danger" isBusy={isBusy} onClick={() => onMerge(ticked)}>
            Merge
          </Button>
        </>
      }
    >
      {mentions.length > 0 && (
        <MentionList mentions={mentions} left={left} isBusy={isBusy} onLeft={setLeft} />
      )}
    </Dialog>
  );
}
