import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressedFiles } from './scripts/compressedFiles.ts';

/** `npm run dev` serves the web from here and hands every call to the server on its usual port. */
const server = `http://127.0.0.1:${process.env.PORT ?? 5000}`;

export default defineConfig({
  root: 'web',
  plugins: [react(), compressedFiles()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2024',
    assetsInlineLimit: 0,
    // The application, and two pages that the server fills in (server/auth/page.ts, server/reading/page.ts).
    rolldownOptions: {
      input: { app: 'web/index.html', signin: 'web/signin.html', reading: 'web/reading.html' },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': { target: server, ws: true }, '/uploads': server, '^/projects/[^/]+/reading$': server },
  },
});
