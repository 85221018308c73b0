import type { Plugin } from 'vite';

const makers = /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/;

/**
 * Remove the code of zod that converts schemas to JSON Schema from the browser's build: only the
 * server uses it. Saves 4 kB on the wire of every page.
 */
export function withoutJsonSchemas(): Plugin {
  const left = new Set<string>();
  return {
    name: 'without-json-schemas',
    apply: 'build',
    transform: {
      filter: { id: makers },
      handler(code, id) {
        left.add(id);
        const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
        const exported = names.map((name) => `export const ${name} = notHere;`);
        return {
          code: [
            `const reject = () => { throw new Error('JSON Schemas are made by the server alone'); };`,
            'const notHere = () => reject;',
            ...exported,
          ].join('\n'),
          map: null,
        };
      },
    },
    // Fail the build if a newer version of zod has moved that code.
    buildEnd(error) {
      if (!error && left.size !== 2) this.error('The code of zod that writes JSON Schemas was not found');
    },
  };
}
