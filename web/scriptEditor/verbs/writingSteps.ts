import { changedText, type FlowStep, flowStep } from '#screenplay/flow.ts';
import { isEmptied } from '#web/scriptSync/tabStorage.ts';
import type { ActiveLine } from '../line/activeLine.ts';
import type { EditorNodes } from '../pages/nodes.ts';
import { currentPreferences } from '../preferences.ts';
import type { ScriptNavigation } from './navigation.ts';
import { makeSilentCueAction } from './silentCue.ts';
import { createSplitting, type SplittingInput } from './splitting.ts';

export interface WritingStepsInput extends SplittingInput {
  nodes: EditorNodes;
  going: ScriptNavigation;
}

/** Create the steps of Enter and Tab (decision OQ-58). They return true if they did something. */
export function createWritingSteps(input: WritingStepsInput) {
  const { changes, nodes, writing, going } = input;
  const { split } = createSplitting(input);
  return { step, go };

  function step(live: ActiveLine, key: 'Enter' | 'Tab' | 'Shift+Tab', caret: number): boolean {
    const { elementKeys, afterDialogue } = currentPreferences();
    const state = { elementType: live.type, text: live.text.text, caret };
    return go(live, flowStep(elementKeys, key, state, afterDialogue), caret);
  }

  function go(live: ActiveLine, next: FlowStep, caret: number): boolean {
    switch (next.type) {
      case 'change':
        if (next.endsSpeech) makeSilentCueAction(changes, idBefore(live), live.id);
        writing.setType(next.elementType);
        return true;
      case 'add': {
        // The type is a separate undo step, which restores the line as it was typed.
        if (next.becomes) writing.setText(changedText(live.text, next.becomes), next.becomes.elementType);
        const id = writing.save();
        if (id !== null) writing.openNew(id, next.elementType);
        return true;
      }
      case 'split':
        split(live, caret);
        return true;
      case 'save':
        // The caret stays where it is in the text.
        writing.flush();
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

  function idBefore(live: ActiveLine): number | null {
    if (live.base === null) return live.afterId;
    const elements = changes.elements();
    return elements[elements.findIndex(({ id }) => id === live.id) - 1]?.id ?? null;
  }

  function openBracket({ text }: ActiveLine): void {
    const next = `${text.text.trimEnd()} (`;
    nodes.field.current?.replace({ ...text, text: next }, next.length);
  }
}
