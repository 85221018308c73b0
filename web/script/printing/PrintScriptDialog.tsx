import { useDeferredValue, useMemo, useState } from 'react';
import { characterNamesOf } from '#screenplay/cue.ts';
import type { ScriptElement } from '#screenplay/element.ts';
import { withNoun } from '#screenplay/facts/prose.ts';
import type { Pagination } from '#screenplay/layout/types.ts';
import {
  isSides,
  type MarginNumbers,
  type NewPageChoice,
  type OtherText,
  type PrintChoice,
  wholeScript,
} from '#screenplay/printing/printChoice.ts';
import { chosenPages } from '#screenplay/printing/printedScript.ts';
import { exportPrint, type Project, printFileName } from '#shared/contract/projects.ts';
import { download } from '#web/lib/fileCalls.ts';
import { useSaveFile } from '#web/lib/useSaveFile.ts';
import { toElementRows, toScriptElements } from '#web/scriptEditor/sheet/elementCasts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { SelectField, TextField } from '#web/ui/TextField.tsx';
import styles from './PrintScriptDialog.module.css';

interface PrintScriptDialogProps {
  project: Pick<Project, 'id' | 'name'>;
  pagination: Pagination;
  sceneNumbers: ReadonlyMap<number, string>;
  onClose: () => void;
}

type Choice = Omit<PrintChoice, 'code'>;

const { code: _, ...wholeChoice } = wholeScript;

const otherTextNames: Record<OtherText, string> = { crossed: 'Crossed out', blank: 'Left out' };
const newPageNames: Record<NewPageChoice, string> = {
  none: 'As in the script',
  scenes: 'Each scene',
  acts: 'Each act',
};

const numberNames: Record<MarginNumbers, string> = {
  none: 'None',
  speeches: 'Of speeches',
  lines: 'Of lines',
};

/** Dialog to save a PDF of sides, of one actor's script, or of a copy for one person. */
export function PrintScriptDialog({ project, pagination, sceneNumbers, onClose }: PrintScriptDialogProps) {
  const [choice, setChoice] = useState<Choice>(wholeChoice);
  const change = (changed: Partial<Choice>) => setChoice({ ...choice, ...changed });
  const failure = 'Failed to export the PDF';
  const { isSaving, save } = useSaveFile<Choice>({
    fetchFile: (query, options) =>
      download(exportPrint, { params: { id: project.id }, query }, { failure, ...options }),
    fileNameOf: ({ character }) => printFileName(project.name, character),
    onSaved: onClose,
  });
  const names = characterNamesOf(pagination.elements);
  const elements = useMemo(() => withNumbers(pagination, sceneNumbers), [pagination, sceneNumbers]);
  // Counting lays out the script, so that typed letters come first. A name changes nothing.
  const { scenes, character, otherText, newPages } = useDeferredValue(choice);
  const pages = useMemo(
    () => countPages(elements, pagination, { ...wholeChoice, scenes, character, otherText, newPages }),
    [elements, pagination, scenes, character, otherText, newPages],
  );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Sides and copies"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" isBusy={isSaving} disabled={pages === 0} onClick={() => save(choice)}>
            Save as PDF
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <TextField
          label="Scenes"
          hint="Their numbers, such as 5, 7-9, 12A. Leave it empty for all."
          autoComplete="off"
          value={choice.scenes}
          onChange={({ target }) => change({ scenes: target.value })}
        />
        <CharacterField
          label="Scenes of a character"
          none="All"
          names={names}
          value={choice.character}
          onChoose={(character) => change({ character, marked: character })}
        />
        {isSides(choice) && (
          <SelectField
            label="Text of other scenes"
            value={choice.otherText}
            onChange={({ target }) => change({ otherText: target.value as OtherText })}
          >
            {options(otherTextNames)}
          </SelectField>
        )}
        <CharacterField
          label="Mark the lines of"
          none="Nobody"
          names={names}
          value={choice.marked}
          onChoose={(marked) => change({ marked })}
        />
        <SelectField
          label="Begin a new page with"
          disabled={pagination.format.pageLock !== undefined}
          hint={pagination.format.pageLock ? 'The pages are locked and keep their beginnings.' : undefined}
          value={choice.newPages}
          onChange={({ target }) => change({ newPages: target.value as NewPageChoice })}
        >
          {options(newPageNames)}
        </SelectField>
        <SelectField
          label="Numbers in the margin"
          hint="They begin with 1 on each page."
          value={choice.numbers}
          onChange={({ target }) => change({ numbers: target.value as MarginNumbers })}
        >
          {options(numberNames)}
        </SelectField>
        <TextField
          label="Copy for"
          hint="The name is printed across each page, and a code of this copy at its foot."
          autoComplete="off"
          dir="auto"
          maxLength={200}
          value={choice.recipient}
          onChange={({ target }) => change({ recipient: target.value })}
        />
        <p className={styles.pages} role="status">
          {pages === 0 ? 'No scene matches. Change the scenes or the character.' : withNoun(pages, 'page')}
        </p>
      </div>
    </Dialog>
  );
}

interface CharacterFieldProps {
  label: string;
  /** Name of the choice of no character. */
  none: string;
  names: readonly string[];
  value: string;
  onChoose: (name: string) => void;
}

function CharacterField({ label, none, names, value, onChoose }: CharacterFieldProps) {
  return (
    <SelectField label={label} value={value} onChange={({ target }) => onChoose(target.value)}>
      <option value="">{none}</option>
      {names.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

function options(names: Record<string, string>) {
  return Object.entries(names).map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ));
}

/** Return the elements with the numbers by which scenes are chosen. */
function withNumbers({ elements }: Pagination, sceneNumbers: ReadonlyMap<number, string>) {
  const rows = toElementRows(elements);
  const numbered = rows.map((row) => ({ ...row, sceneNumber: sceneNumbers.get(row.sceneId ?? -1) ?? null }));
  return toScriptElements(numbered);
}

function countPages(elements: readonly ScriptElement[], { format }: Pagination, choice: Choice): number {
  const facts = { fileName: '', date: '' };
  return [...chosenPages({ elements, format, facts }, { ...choice, code: '' })].length;
}
