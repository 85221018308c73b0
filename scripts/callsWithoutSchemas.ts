import fs from 'node:fs';
import path from 'node:path';
import { type ESTree, type Plugin, parseSync } from 'vite';

/** Marks the part of a module of shared/ that needs no zod: its calls, constants and functions. */
const marker = '?calls';
const sharedFolder = path.resolve('shared');

/** The properties of an endpoint that web/lib/api.ts reads. */
const sentProperties = ['method', 'path', 'readsScript'];

/**
 * Let the browser's build import calls of the contract without their schemas. The server validates
 * bodies and the web parses no replies, so only forms need schemas. The script's page then loads
 * neither zod nor the contract's schemas.
 */
export function callsWithoutSchemas(): Plugin {
  const modules = new Map<string, PlainModule>();
  const read = (file: string): PlainModule => {
    const found = modules.get(file) ?? plainModule(fs.readFileSync(file, 'utf8'), file, read);
    modules.set(file, found);
    return found;
  };
  return {
    name: 'calls-without-schemas',
    apply: 'build',
    // Before types are removed.
    enforce: 'pre',
    transform: {
      filter: { id: /\/web\/[^?]*\.tsx?$/, code: 'shared/' },
      handler: (code, id) => splitImports(code, id, read),
    },
    load: {
      filter: { id: /\/shared\/[^?]*\.ts\?calls$/ },
      handler: (id) => ({ code: read(id.slice(0, -marker.length)).code, moduleType: 'ts' }),
    },
  };
}

/** The part of a module of shared/ that needs no zod. */
export interface PlainModule {
  code: string;
  /** Names of the module, also imported ones, that need zod. */
  needsZod: ReadonlySet<string>;
  /** Names of the endpoints, which are in this part without their schemas. */
  calls: ReadonlySet<string>;
}

type ReadPlain = (file: string) => PlainModule;
type Program = ReturnType<typeof parseSync>['program'];
type Node = Program['body'][number];

/** Read the part of a module that needs no zod. `read` returns that of an imported module. */
export function plainModule(code: string, file: string, read: ReadPlain): PlainModule {
  const { program } = parseSync(file, code);
  const imports = program.body.flatMap((node) => importOf(node, file));
  const needsZod = new Set(
    imports.flatMap(({ source, isShared, names }) =>
      names
        .filter(({ imported }) => (isShared ? read(source).needsZod.has(imported) : source === 'zod'))
        .map(({ local }) => local),
    ),
  );
  const identifiers = valuesIn(program);
  const statements = program.body.flatMap((node) => statementOf(node, code));
  for (let before = -1; before < needsZod.size; ) {
    before = needsZod.size;
    for (const { names, isCall, start, end } of statements) {
      const isUsing = identifiers.some(
        (each) => each.start >= start && each.start < end && needsZod.has(each.name),
      );
      if (isUsing && !isCall) for (const name of names) needsZod.add(name);
    }
  }
  const plain = statements.filter(({ names }) => !names.some((name) => needsZod.has(name)));
  const lines = imports.map(({ names, ...each }) =>
    importLine({ ...each, names: names.filter(({ local }) => !needsZod.has(local)) }, hasPart(each, read)),
  );
  return {
    code: [...lines, ...plain.map(({ text }) => text)].join('\n'),
    needsZod,
    calls: new Set(statements.flatMap(({ names, isCall }) => (isCall ? names : []))),
  };
}

/** Return the identifiers of a module that are values: no types, and no names of properties. */
function valuesIn(program: Program): { name: string; start: number }[] {
  const identifiers: { name: string; start: number }[] = [];
  const others: { start: number; end: number }[] = [];
  walk(program, (node) => {
    if (node.type === 'Identifier') identifiers.push(node);
    if (node.type === 'TSTypeAnnotation') others.push(node);
    if (node.type === 'MemberExpression' && !node.computed) others.push(node.property);
    if (node.type === 'Property' && !node.computed && !node.shorthand) others.push(node.key);
  });
  return identifiers.filter(({ start }) => !others.some((each) => start >= each.start && start < each.end));
}

/** Import each name of shared/ that needs no zod from the part of its module that needs none. */
export function splitImports(code: string, file: string, read: ReadPlain): string {
  const { program } = parseSync(file, code);
  const wholeCalls = new Set<string>();
  walk(program, (node) => {
    // A form reads the schema of a body from its call.
    if (node.type === 'MemberExpression' && node.object.type === 'Identifier')
      wholeCalls.add(node.object.name);
  });
  let split = code;
  for (const node of program.body.toReversed()) {
    for (const found of importOf(node, file)) {
      if (!hasPart(found, read)) continue;
      const { needsZod, calls } = read(found.source);
      const isWhole = ({ imported, local }: ImportedName) =>
        needsZod.has(imported) || (calls.has(imported) && wholeCalls.has(local));
      const parts = [
        importLine({ ...found, names: found.names.filter(isWhole) }, false),
        importLine({ ...found, names: found.names.filter((name) => !isWhole(name)) }, true),
      ];
      split = split.slice(0, node.start) + parts.join(' ') + split.slice(node.end);
    }
  }
  return split;
}

interface ImportedName {
  imported: string;
  local: string;
}

interface Import {
  /** A file of shared/, or a specifier. */
  source: string;
  isShared: boolean;
  names: ImportedName[];
}

/** Return the values that a statement imports; none for other statements. */
function importOf(node: Node, file: string): Import[] {
  if (node.type !== 'ImportDeclaration' || node.importKind === 'type') return [];
  const names = node.specifiers.flatMap((each) =>
    each.type === 'ImportSpecifier' && each.importKind !== 'type' && each.imported.type === 'Identifier'
      ? [{ imported: each.imported.name, local: each.local.name }]
      : [],
  );
  const specifier = node.source.value;
  const full = specifier.startsWith('#shared/')
    ? path.join(sharedFolder, specifier.slice('#shared/'.length))
    : path.resolve(path.dirname(file), specifier);
  const isShared = full.startsWith(`${sharedFolder}/`) && /^(#shared\/|\.)/.test(specifier);
  return names.length > 0 ? [{ source: isShared ? full : specifier, isShared, names }] : [];
}

/** Return whether only a part of the imported module needs no zod. */
function hasPart({ source, isShared }: Omit<Import, 'names'>, read: ReadPlain): boolean {
  return isShared && read(source).needsZod.size > 0;
}

/** Write an import of the whole module, or of the part that needs no zod. */
function importLine({ source, names }: Import, isPlain: boolean): string {
  if (names.length === 0) return '';
  const list = names.map(({ imported, local }) => (imported === local ? local : `${imported} as ${local}`));
  return `import { ${list.join(', ')} } from '${source}${isPlain ? marker : ''}';`;
}

interface Statement {
  names: string[];
  text: string;
  isCall: boolean;
  start: number;
  end: number;
}

/** Return a statement with the names that it declares; none for imports and types. */
function statementOf(node: Node, code: string): Statement[] {
  const { start, end } = node;
  const isExport = node.type === 'ExportNamedDeclaration';
  const declaration = isExport ? node.declaration : node;
  const statement = { names: [] as string[], text: code.slice(start, end), isCall: false, start, end };
  if (isExport && !declaration)
    return [
      { ...statement, names: node.specifiers.flatMap(({ local }) => ('name' in local ? local.name : [])) },
    ];
  if (declaration?.type === 'FunctionDeclaration' || declaration?.type === 'ClassDeclaration')
    return [{ ...statement, names: declaration.id ? [declaration.id.name] : [] }];
  if (declaration?.type !== 'VariableDeclaration') return [];
  const [first] = declaration.declarations;
  const names = declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? id.name : []));
  const value = first?.init;
  if (
    value?.type !== 'CallExpression' ||
    value.callee.type !== 'Identifier' ||
    value.callee.name !== 'endpoint'
  )
    return [{ ...statement, names }];
  const [shape] = value.arguments;
  if (shape?.type !== 'ObjectExpression') return [{ ...statement, names }];
  const sent = shape.properties.filter(
    (each) =>
      each.type === 'Property' && each.key.type === 'Identifier' && sentProperties.includes(each.key.name),
  );
  const text = sent.map((each) => code.slice(each.start, each.end)).join(', ');
  return [{ ...statement, names, isCall: true, text: `export const ${names[0]} = { ${text} };` }];
}

/** Call a function for each node of a syntax tree. */
function walk(tree: object, visit: (node: ESTree.Node) => void): void {
  if ('type' in tree) visit(tree as ESTree.Node);
  for (const value of Object.values(tree)) if (typeof value === 'object' && value) walk(value, visit);
}
