import { laterComponent } from '#web/lib/laterComponent.tsx';
import { createLazyModule } from '#web/lib/lazyModule.ts';
import styles from './Sidebar.module.css';
import topBar from './TopBar.module.css';

export const shellFrameCode = createLazyModule(() =>
  import('./shellFrame.ts').then((file) => file.shellFrame),
);

export const LaterSidebar = laterComponent(
  shellFrameCode,
  (frame) => frame.Sidebar,
  () => <div className={styles.side} />,
);
export const LaterTopBar = laterComponent(
  shellFrameCode,
  (frame) => frame.TopBar,
  () => <div className={topBar.bar} />,
);
export const LaterSideMenu = laterComponent(shellFrameCode, (frame) => frame.SideMenu);
