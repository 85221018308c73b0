import { renderToStaticMarkup } from 'react-dom/server';
import { LandingPage } from './LandingPage.tsx';

/** Run by the build (scripts/landingPage.ts). */
export const landingHtml: string = renderToStaticMarkup(<LandingPage />);
