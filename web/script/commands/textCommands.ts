import { type ElementType, elementTypes } from '#screenplay/element.ts';
import { elementLabels } from '#screenplay/elementTypes/table.ts';
import type { ScriptScreenState } from '../scriptScreen.ts';
import { hasOrCanGetSound } from '../state/elementAudio.ts';
import { type CommandEntry, hasCurrent, hasRows } from './commandEntry.ts';

const hasText = ({ writing, selecting }: ScriptScreenState) =>
  writing.any.get() !== null || selecting.selection.get() !== null;

export const editCommands: readonly CommandEntry[] = [
  {
    id: 'undo',
    label: ({ sync }) => named('Undo', sync.undoLabel),
    run: ({ editing }) => editing.undo(),
    for: 'writers',
    isEnabled: ({ sync, writing }) => sync.undoLabel !== null || writing.isUnsaved.get(),
  },
  {
    id: 'redo',
    label: ({ sync }) => named('Redo', sync.redoLabel),
    run: ({ editing }) => editing.redo(),
    for: 'writers',
    isEnabled: ({ sync }) => sync.redoLabel !== null,
  },
  {
    id: 'save',
    label: 'Save',
    run: ({ editing }) => editing.save(),
    for: 'writers',
    isEnabled: ({ writing }) => writing.any.get() !== null,
  },
  { id: 'cut', label: 'Cut', run: ({ pasting }) => pasting.clip('cut'), for: 'writers', isEnabled: hasText },
  { id: 'copy', label: 'Copy', run: ({ pasting }) => pasting.clip('copy'), isEnabled: hasText },
  {
    id: 'paste',
    label: 'Paste',
    run: ({ pasting }) => pasting.clip('paste'),
    for: 'writers',
    isEnabled: hasText,
  },
  {
    id: 'selectAll',
    label: 'Select all',
    run: ({ selecting }) => selecting.selectAll(),
    isEnabled: hasRows,
  },
  { id: 'find', label: 'Find…', run: ({ finding }) => finding.open(false) },
  { id: 'replace', label: 'Find and replace…', run: ({ finding }) => finding.open(true), for: 'writers' },
  { id: 'nextMatch', label: 'Next match', run: ({ finding }) => finding.next() },
  { id: 'previousMatch', label: 'Previous match', run: ({ finding }) => finding.previous() },
  {
    id: 'nextMisspelling',
    label: 'Next misspelled word',
    run: ({ spelling }) => spelling.get()?.goToNext(),
    for: 'writers',
    isEnabled: ({ spelling }) => spelling.get() !== null,
  },
];

export const elementCommands: readonly CommandEntry[] = [
  {
    id: 'edit',
    label: 'Edit this element',
    run: ({ current, editing }) => {
      const element = current.element.get();
      if (element) editing.editExplicitly(element);
    },
    for: 'writers',
    isEnabled: (desk) => hasCurrent(desk) && desk.writing.line.get() === null,
  },
  {
    id: 'addBelow',
    label: 'Add after this element',
    run: ({ current, editing }) => {
      const element = current.element.get();
      if (element) editing.addBelow(element);
    },
    for: 'writers',
    isEnabled: hasCurrent,
  },
  {
    id: 'delete',
    label: 'Delete this element…',
    run: ({ current, deleting }) => {
      const element = current.element.get();
      if (element) deleting.set({ element, index: current.index.get() });
    },
    for: 'writers',
    isEnabled: (desk) => hasCurrent(desk) && desk.writing.line.get()?.base !== null,
  },
  {
    id: 'play',
    label: 'Play its sound, or stop it',
    run: ({ audio, current }) => {
      const element = current.element.get();
      if (element) audio.toggle(element);
    },
    isEnabled: ({ current }) => {
      const element = current.element.get();
      return element !== null && hasOrCanGetSound(element);
    },
  },
  ...elementTypes.map(typeCommand),
];

function typeCommand(type: ElementType): CommandEntry {
  return {
    id: `type-${type}`,
    label: `Change to ${elementLabels[type]}`,
    run: ({ formatting }) => formatting.setType(type),
    for: 'writers',
    isEnabled: ({ selecting, current, writing }) => {
      const now = writing.line.get()?.type ?? current.element.get()?.elementType ?? type;
      return selecting.selection.get() !== null || now !== type;
    },
  };
}

export const formatCommands: readonly CommandEntry[] = [
  {
    id: 'bold',
    label: 'Bold',
    run: ({ formatting }) => formatting.toggleStyle('isBold'),
    isEnabled: hasText,
  },
  {
    id: 'italic',
    label: 'Italic',
    run: ({ formatting }) => formatting.toggleStyle('isItalic'),
    isEnabled: hasText,
  },
  {
    id: 'underline',
    label: 'Underline',
    run: ({ formatting }) => formatting.toggleStyle('isUnderlined'),
    isEnabled: hasText,
  },
  {
    id: 'upperCase',
    label: 'Upper case',
    run: ({ formatting }) => formatting.setCase('upper'),
    isEnabled: hasText,
  },
  {
    id: 'lowerCase',
    label: 'Lower case',
    run: ({ formatting }) => formatting.setCase('lower'),
    isEnabled: hasText,
  },
  {
    id: 'dual',
    label: 'Dual dialogue',
    run: ({ formatting }) => formatting.toggleDual(),
    isEnabled: ({ formatting }) => formatting.canBeDual.get(),
  },
  {
    id: 'centred',
    label: 'Centred text',
    run: ({ formatting }) => formatting.toggleCentred(),
    isEnabled: hasCurrent,
  },
  {
    id: 'newPage',
    label: 'Start on a new page',
    run: ({ formatting }) => formatting.togglePageBreak(),
    isEnabled: hasCurrent,
  },
];

function named(label: string, what: string | null): string {
  return what === null || what === 'edit' ? label : `${label}: ${what}`;
}
