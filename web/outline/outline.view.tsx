export { OutlineScreen as default } from './OutlineScreen.tsx';
