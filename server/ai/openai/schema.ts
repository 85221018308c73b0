type Node = Record<string, unknown>;

/** Keywords of strict mode. Lengths and other rules are checked after the answer. */
const strictKeywords = new Set([
  ...[
    'type',
    'properties',
    'required',
    'additionalProperties',
    'items',
    'enum',
    'const',
    'anyOf',
    '$ref',
    '$defs',
  ],
  ...['description', 'minimum', 'maximum', 'minItems', 'maxItems'],
]);

/**
 * Convert a JSON schema for strict mode: every property required, no others, optional ones
 * nullable.
 */
export function strictSchema(schema: Node): Node {
  const entries = Object.entries(schema).filter(([key]) => strictKeywords.has(key));
  const strict: Node = Object.fromEntries(entries.map(([key, value]) => [key, strictPart(key, value)]));
  if (!isNode(schema.properties)) return strict;
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const properties = strict.properties as Node;
  for (const [name, property] of Object.entries(properties))
    if (!required.has(name)) properties[name] = { anyOf: [property, { type: 'null' }] };
  return { ...strict, required: Object.keys(properties), additionalProperties: false };
}

function strictPart(key: string, value: unknown): unknown {
  if (key === 'properties' || key === '$defs') return mapValues(value, (part) => strictSchema(part as Node));
  if (key === 'anyOf') return (value as Node[]).map(strictSchema);
  if (key === 'items') return strictSchema(value as Node);
  return value;
}

/** Undo strictSchema in an answer: remove optional properties that are null. */
export function withoutNulls(value: unknown, schema: Node, root: Node = schema): unknown {
  const at = resolve(schema, root);
  if (Array.isArray(value)) {
    const items = isNode(at.items) ? at.items : {};
    return value.map((item) => withoutNulls(item, items, root));
  }
  if (!isNode(value) || !isNode(at.properties)) return value;
  const { properties } = at;
  const required = new Set(Array.isArray(at.required) ? at.required : []);
  const entries = Object.entries(value).filter(([name, inner]) => inner !== null || required.has(name));
  return Object.fromEntries(
    entries.map(([name, inner]) => [name, withoutNulls(inner, (properties[name] as Node) ?? {}, root)]),
  );
}

/** Resolve a reference. Of alternatives, return the object or list. */
function resolve(schema: Node, root: Node): Node {
  const { $ref: ref, anyOf } = schema;
  if (typeof ref === 'string') {
    const name = ref.replace(/^#\/\$defs\//, '');
    return ref === '#' ? root : (((root.$defs as Node | undefined)?.[name] as Node) ?? {});
  }
  if (Array.isArray(anyOf))
    return (anyOf as Node[]).find((option) => option.properties ?? option.items ?? option.$ref) ?? {};
  return schema;
}

function mapValues(value: unknown, change: (part: unknown) => unknown): Node {
  return Object.fromEntries(Object.entries(value as Node).map(([key, part]) => [key, change(part)]));
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
