/*
 * The path of PUBLIC_URL, such as /scripts of https://example.com/scripts, below which everything
 * is served. It is empty at the root of a host. Routes, contract and stored addresses are written
 * without it: the server removes it from requests and adds it to pages and redirects
 * (server/lib/basePath.ts), the browser adds it to addresses (web/lib/basePath.ts).
 */

/** Add the base path to an address of this site. Addresses of other sites stay unchanged. */
export function withBasePath(basePath: string, address: string): string {
  return /^\/(?!\/)/.test(address) ? basePath + address : address;
}

/** Remove the base path, if the address is below it. */
export function withoutBasePath(basePath: string, address: string): string {
  if (basePath === '' || !address.startsWith(basePath)) return address;
  const rest = address.slice(basePath.length);
  return /^[?#]|^$/.test(rest) ? `/${rest}` : rest.startsWith('/') ? rest : address;
}
