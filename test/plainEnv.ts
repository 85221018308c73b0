/**
 * Return the environment for a server in a separate process: the paths of programs and of compiled
 * code, and no other variable of this process.
 */
export function plainEnv(): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  return NODE_COMPILE_CACHE === undefined ? { PATH } : { PATH, NODE_COMPILE_CACHE };
}
