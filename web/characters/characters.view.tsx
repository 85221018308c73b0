export { CharactersScreen as default } from './CharactersScreen.tsx';
