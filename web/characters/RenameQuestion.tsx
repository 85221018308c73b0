import type { NameMention } from '#screenplay/mentions.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import type { Figures } from './figures.ts';
import { MentionList } from './MentionList.tsx';
import type { PlacedMention } from './mentionsInScript.ts';
import { useSelectedMentions } from './useTicked.ts';

interface RenameQuestionProps {
  from: string;
  to: string;
  /** Figures of both names; null while the script is not loaded. */
  figures: { from: Figures; to: Figures } | null;
  /** Mentions of the character in action and dialogue. */
  mentions: readonly PlacedMention[];
  isBusy: boolean;
  onCancel: () => void;
  /** Called with the mentions that take the new name; null leaves the script unchanged. */
  onChoose: (mentions: readonly NameMention[] | null) => void;
}

/** Ask whether to rename the character in the script too (decisions OQ-93 and OQ-109). */
export function RenameQuestion({
  from,
  to,
  figures,
  mentions,
  isBusy,
  onCancel,
  onChoose,
}: RenameQuestionProps) {
  const { left, setLeft, ticked } = useSelectedMentions(mentions);
  return (
    <Dialog
      open
      onOpenChange={() => {
        if (!isBusy) onCancel();
      }}
      role="alertdialog"
      width={mentions.length > 0 ? 'wide' : 'form'}
      title="Rename in the script too"
      description={textOf({ from, to, figures, isMentioned: mentions.length > 0 })}
      footer={
        <>
          <Button autoFocus disabled={isBusy} onClick={onCancel}>
            Cancel
          </Button>
          <Button disabled={isBusy} onClick={() => onChoose(null)}>
            Rename only here
          </Button>
          <Button kind="primary" isBusy={isBusy} onClick={() => onChoose(ticked)}>
            Rename in the script too
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

type Question = Pick<RenameQuestionProps, 'from' | 'to' | 'figures'> & { isMentioned: boolean };

function textOf({ from, to, figures, isMentioned }: Question): string {
  const speeches = figures?.from.speeches ?? 0;
  const counted = speeches === 0 ? '' : ` ${speeches === 1 ? 'one speech' : `${speeches} speeches`} of`;
  const rest = isMentioned
    ? 'so can the places below, in the same step.'
    : `action and dialogue do not name "${from}".`;
  const text = `The script has${counted} "${from}". All cues and dialogue can be given to "${to}" in one step; ${rest}`;
  if ((figures?.to.speeches ?? 0) === 0) return text;
  return `${text} "${to}" speaks in the script already: their lines cannot be separated afterwards.`;
}
