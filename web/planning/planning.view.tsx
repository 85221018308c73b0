export { PlanningScreen as default } from './PlanningScreen.tsx';
