import { withNoun } from '#screenplay/facts/prose.ts';
import { type IssuePart, issueParts } from '#screenplay/issuing/issuePrint.ts';
import { maxIssueCopies } from '#shared/contract/issues.ts';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { SelectField, TextArea } from '#web/ui/TextField.tsx';
import styles from './Issues.module.css';
import { issuePartNames } from './issueTexts.ts';
import { readRecipients } from './recipients.ts';

/** People who get copies, as typed. */
export interface RecipientDraft {
  people: string;
  part: IssuePart;
  hasLinks: boolean;
}

export const noRecipients: RecipientDraft = { people: '', part: 'revised', hasLinks: false };

/** Return the body of a call with the people, or the reason why there is none. */
export function recipientsOf({ people, part, hasLinks }: RecipientDraft) {
  const recipients = readRecipients(people).map((person) => ({ ...person, part }));
  return { recipients, hasLinks: hasLinks && recipients.length > 0 };
}

interface RecipientFieldsProps {
  draft: RecipientDraft;
  /** Only owners create links. */
  canShare: boolean;
  onChange: (draft: RecipientDraft) => void;
}

/** Fields for the people who get copies, and what they get. */
export function RecipientFields({ draft, canShare, onChange }: RecipientFieldsProps) {
  const count = readRecipients(draft.people).length;
  return (
    <>
      <TextArea
        label="Copies for"
        hint={`One person a line, such as Eddie Marsh, eddie@nightferry.test. No mail is sent. ${withNoun(count, 'copy', 'copies')}.`}
        error={
          count > maxIssueCopies
            ? `These are more than ${maxIssueCopies} people. Add the others later.`
            : undefined
        }
        rows={5}
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        value={draft.people}
        onChange={({ target }) => onChange({ ...draft, people: target.value })}
      />
      <SelectField
        label="Each copy is"
        value={draft.part}
        onChange={({ target }) =>
          onChange({ ...draft, part: issueParts.find((each) => each === target.value) ?? 'revised' })
        }
      >
        {issueParts.map((part) => (
          <option key={part} value={part}>
            {issuePartNames[part]}
          </option>
        ))}
      </SelectField>
      {canShare && (
        <label className={styles.choice}>
          <Checkbox
            checked={draft.hasLinks}
            onChange={({ target }) => onChange({ ...draft, hasLinks: target.checked })}
          />
          Create a link for each copy, with which it can be read without an account
        </label>
      )}
    </>
  );
}
