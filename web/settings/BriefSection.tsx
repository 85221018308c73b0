import type { Brief, Project } from '#shared/contract/projects.ts';
import { TextArea } from '#web/ui/TextField.tsx';
import styles from './BriefSection.module.css';
import { isSaveKey } from './keys.ts';
import { LeaveQuestion } from './LeaveQuestion.tsx';
import { Section } from './Section.tsx';
import { SettingsSaveState } from './SettingsSaveState.tsx';
import { briefKeys, briefLimit, useBrief } from './useBrief.ts';

const words: Record<keyof Brief, { label: string; hint: string }> = {
  premise: { label: 'Premise', hint: 'What the story is about, in a few sentences.' },
  tone: { label: 'Tone', hint: 'How it feels and sounds, and what it must not sound like.' },
  rules: { label: 'Rules of the world', hint: 'What can happen here, and what cannot.' },
  constants: {
    label: 'What must never change',
    hint: 'Facts, names and endings that no suggestion may touch.',
  },
};

/** Length from which the remaining space is shown. */
const nearLimit = briefLimit - 200;

/** Edit the brief that begins every call to a model. */
export function BriefSection({ project, canWrite }: { project: Project; canWrite: boolean }) {
  const { values: brief, isUnsaved, phase, hasFailed, problems, write, save } = useBrief(project);
  const isFailed = hasFailed && isUnsaved;
  const isTooLong = briefKeys.some((key) => brief[key].length > briefLimit);
  return (
    <Section
      id="brief"
      text="What the assistant has to know before anything else. It goes with every question, so a few plain sentences are best."
    >
      <div className={styles.fields}>
        {briefKeys.map((key) => (
          <TextArea
            key={key}
            label={words[key].label}
            rows={4}
            value={brief[key]}
            readOnly={!canWrite}
            {...noteOf(brief[key].length, words[key].hint, problems[key])}
            onChange={({ target }) => write({ [key]: target.value })}
            onBlur={save}
            onKeyDown={({ nativeEvent }) => {
              if (isSaveKey(nativeEvent)) save();
            }}
          />
        ))}
      </div>
      {canWrite && (
        <SettingsSaveState
          isSaving={phase === 'saving'}
          isSaved={phase === 'saved'}
          problem={
            isFailed ? 'The brief could not be saved. It will be retried when you leave a field.' : null
          }
        />
      )}
      <LeaveQuestion
        isUnsaved={isUnsaved}
        isAsked={isTooLong || isFailed}
        text="The project brief has changes that could not be saved. They are lost when you leave."
      />
    </Section>
  );
}

/** Return the note below a field. `problem`: the server's error about it. */
function noteOf(length: number, hint: string, problem?: string): { hint?: string; error?: string } {
  const excess = length - briefLimit;
  if (excess > 0) {
    return {
      error: `Too long by ${excess} ${excess === 1 ? 'character' : 'characters'}, so it is not saved.`,
    };
  }
  if (problem !== undefined) return { error: problem };
  if (length < nearLimit) return { hint };
  return { hint: `${length.toLocaleString('en-US')} of ${briefLimit.toLocaleString('en-US')} characters` };
}
