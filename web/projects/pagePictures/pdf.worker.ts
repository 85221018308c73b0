// The server sends the policy of workers with files of this name (server/lib/web.ts).
import 'pdfjs-dist/build/pdf.worker.min.mjs';
