export { ScenesScreen as default } from './ScenesScreen.tsx';
