import { CaretPositionStatus } from './bars/CaretPositionStatus.tsx';
import { EditorBar } from './bars/EditorBar.tsx';
import { EditorFoot, EditorMargin } from './margin/ElementTools.tsx';
import { PageMenu } from './pageMenu/PageMenu.tsx';
import { PanelButtons } from './panel/PanelButtons.tsx';
import { ScriptPanel } from './ScriptPanel.tsx';

/** The bars, the panel, the tools and the menu around the pages, in one file of the build. */
export const scriptFrame = {
  ...{ EditorBar, CaretPositionStatus, PanelButtons, ScriptPanel },
  ...{ EditorMargin, EditorFoot, PageMenu },
};
