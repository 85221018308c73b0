import { type FlowStep, flowStep } from '#screenplay/flow.ts';
import { isEmptied } from '../changes/kept.ts';
import type { Going } from '../desk/going.ts';
import type { DeskNodes } from '../desk/nodes.ts';
import { currentPreferences } from '../preferences/preferences.ts';
import type { Live } from './live.ts';
import { createSplitting, type SplittingInput } from './splitting.ts';

export interface WritingStepsInput extends SplittingInput {
  nodes: DeskNodes;
  going: Going;
}

/** Where Enter and Tab lead from the line being written (decision OQ-58); true: somewhere. */
export function createWritingSteps(input: WritingStepsInput) {
  const { nodes, writing, going } = input;
  const { split } = createSplitting(input);
  return { step, go };

  function step(live: Live, key: 'Enter' | 'Tab' | 'Shift+Tab', caret: number): boolean {
    const { elementKeys, afterDialogue } = currentPreferences();
    const state = { type: live.type, text: live.text.text, caret };
    return go(live, flowStep(elementKeys, key, state, afterDialogue), caret);
  }

  function go(live: Live, next: FlowStep, caret: number): boolean {
    switch (next.does) {
      case 'change':
        writing.setType(next.type);
        return true;
      case 'add': {
        const id = writing.save();
        if (id !== null) writing.openNew(id, next.type);
        return true;
      }
      case 'split':
        split(live, caret);
        return true;
      case 'save':
        going.focusOn(writing.save());
        return true;
      case 'close':
        if (isEmptied(live)) going.leaveEmptied(live.id, writing.save);
        else {
          writing.close();
          going.focusOn(live.base === null ? live.afterId : live.id);
        }
        return true;
      case 'chooseType':
        nodes.typePicker.current?.querySelector<HTMLElement>(':checked')?.focus();
        return true;
      case 'chooseExtension':
        openBracket(live);
        return true;
      case 'nothing':
        return true;
    }
  }

  function openBracket({ text }: Live): void {
    const next = `${text.text.trimEnd()} (`;
    nodes.field.current?.replace({ ...text, text: next }, next.length);
  }
}
