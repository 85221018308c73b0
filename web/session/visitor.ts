/** Return whether the browser had no session when the server sent the page (server/lib/web.ts). */
export function isVisitor(): boolean {
  return document.documentElement.dataset.visitor !== undefined;
}
