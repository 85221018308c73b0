import './fonts.css';
import './tokens.css';
import './base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { queryClient } from './lib/queryClient.ts';
import { watchTheme } from './lib/theme.ts';
import { Start } from './Start.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

watchTheme();
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <ErrorBoundary>
        <Start />
      </ErrorBoundary>
    </QueryClientProvider>
  </StrictMode>,
);
