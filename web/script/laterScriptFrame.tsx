import { laterComponent } from '#web/lib/laterComponent.tsx';
import { createLazyModule } from '#web/lib/lazyModule.ts';
import barStyles from './bars/bars.module.css';
import panelStyles from './panel/SidePanel.module.css';

export const scriptFrameCode = createLazyModule(() =>
  import('./scriptFrame.ts').then((file) => file.scriptFrame),
);

export const LaterEditorBar = laterComponent(
  scriptFrameCode,
  (frame) => frame.EditorBar,
  () => <div className={barStyles.bar} />,
);
export const LaterCaretPosition = laterComponent(
  scriptFrameCode,
  (frame) => frame.CaretPositionStatus,
  () => <div className={barStyles.status} />,
);
export const LaterScriptPanel = laterComponent(
  scriptFrameCode,
  (frame) => frame.ScriptPanel,
  ({ panel }) => panel.isOpen && !panel.isOverlay && <div className={panelStyles.beside} />,
);
export const LaterPanelButtons = laterComponent(scriptFrameCode, (frame) => frame.PanelButtons);
export const LaterMargin = laterComponent(scriptFrameCode, (frame) => frame.EditorMargin);
export const LaterFoot = laterComponent(scriptFrameCode, (frame) => frame.EditorFoot);
export const LaterPageMenu = laterComponent(scriptFrameCode, (frame) => frame.PageMenu);
