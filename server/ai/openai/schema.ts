type Node = Record<string, unknown>;

/** What strict mode understands; lengths and the rest are checked here, after the answer. */
const understood = new Set([
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
 * A JSON schema as strict mode wants it: every property required, no others, and what was optional may be null.
 */
export function strictSchema(schema: Node): Node {
  const kept = Object.entries(schema).filter(([key]) => understood.has(key));
  const strict: Node = Object.fromEntries(kept.map(([key, value]) => [key, strictPart(key, value)]));
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

/** Undoes what strictSchema asked for: an optional property that came as null was left out. */
export function withoutNulls(value: unknown, schema: Node, root: Node = schema): unknown {
  const at = resolve(schema, root);
  if (Array.isArray(value)) {
    const items = isNode(at.items) ? at.items : {};
    return value.map((item) => withoutNulls(item, items, root));
  }
  if (!isNode(value) || !isNode(at.properties)) return value;
  const { properties } = at;
  const required = new Set(Array.isArray(at.required) ? at.required : []);
  const kept = Object.entries(value).filter(([name, inner]) => inner !== null || required.has(name));
  return Object.fromEntries(
    kept.map(([name, inner]) => [name, withoutNulls(inner, (properties[name] as Node) ?? {}, root)]),
  );
}

/** A reference's target; of alternatives the one that is an object or a list. */
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
