export { IdeaScreen as default } from './IdeaScreen.tsx';
