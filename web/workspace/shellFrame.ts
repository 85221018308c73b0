import { Sidebar } from './Sidebar.tsx';
import { SideMenu } from './SideMenu.tsx';
import { TopBar } from './TopBar.tsx';

/** The frame around every view, in one file of the build. */
export const shellFrame = { Sidebar, SideMenu, TopBar };
