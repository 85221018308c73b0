import fs from 'node:fs';
import { z } from 'zod';

type Schema = Parameters<typeof z.fromJSONSchema>[0] & object;
interface Described {
  operationId: string;
  parameters?: { name: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content: Record<string, { schema: Schema }> }>;
}
interface Document {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
}

/** The parsed values of a form. */
export type Form = { [name: string]: FormValue };
type FormValue = string | number | boolean | FormValue[] | Form;

export interface StripeOperation {
  name: string;
  /** The id in the path. */
  id: string | null;
  form: Form;
}

const text = fs.readFileSync(new URL('../vendors/stripe.json', import.meta.url), 'utf8');
const { paths, components } = JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')) as Document;
const shapes = new Map<object, z.ZodType>();

/**
 * Checks every request, answer and event of the fake Stripe against the provider's own API
 * description (test/vendors/stripe.json).
 */
export class StripeContract {
  readonly problems: string[] = [];

  /**
   * Return the operation of a request with its form. If there is none: record a problem and return
   * null.
   */
  request(method: string, address: string, body: string): StripeOperation | null {
    const { pathname, search } = new URL(address, 'http://localhost');
    for (const [path, methods] of Object.entries(paths)) {
      const found = new RegExp(`^${path.replace(/\{\w+\}/g, '([^/]+)')}$`).exec(pathname);
      const described = methods[method.toLowerCase()];
      if (!found || !described) continue;
      const schema = described.requestBody?.content['application/x-www-form-urlencoded']?.schema ?? {
        type: 'object',
        properties: Object.fromEntries((described.parameters ?? []).map((each) => [each.name, each.schema])),
        additionalProperties: false,
      };
      const form = typedValue(parseForm(method === 'GET' ? search.slice(1) : body), schema as Schema) as Form;
      this.#check(`${described.operationId} request`, schema as Schema, form);
      return { name: described.operationId, id: found[1] ?? null, form };
    }
    this.problems.push(`no such call: ${method} ${pathname}`);
    return null;
  }

  answer(name: string, status: number, body: object): void {
    const described = Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .find(({ operationId }) => operationId === name);
    const { content } = described?.responses[status] ?? described?.responses.default ?? {};
    this.#check(`${name} answer ${status}`, content?.['application/json']?.schema, body);
  }

  /** Check the object of an event. */
  object(kind: string, object: object): void {
    this.#check(`event with ${kind}`, components.schemas[kind], object);
  }

  #check(label: string, schema: Schema | undefined, value: object): void {
    if (!schema) {
      this.problems.push(`${label}: not in the document`);
      return;
    }
    const shape = shapes.get(schema) ?? z.fromJSONSchema({ ...schema, $defs: components.schemas } as Schema);
    shapes.set(schema, shape);
    const { error } = shape.safeParse(value);
    if (error) this.problems.push(`${label}: ${z.prettifyError(error)}`);
  }
}

/** Parse a[b][0]=x into { a: { b: ['x'] } }, as Stripe parses forms and queries. */
function parseForm(form: string): Form {
  const root: Form = {};
  for (const [key, value] of new URLSearchParams(form)) {
    const names = key.replaceAll(']', '').split('[');
    const last = names.pop() ?? '';
    let at = root;
    for (const name of names) {
      at[name] ??= {};
      at = at[name] as Form;
    }
    at[last] = value;
  }
  return root;
}

/** Convert the text of a form to the types of its schema. */
function typedValue(value: FormValue, schema: { [key: string]: unknown }): FormValue {
  const types = [schema.type].flat();
  if (typeof value === 'string') {
    if (types.includes('integer') && /^-?\d+$/.test(value)) return Number(value);
    if (types.includes('boolean') && /^(true|false)$/.test(value)) return value === 'true';
    return value;
  }
  if (types.includes('array'))
    return Object.values(value).map((each) =>
      typedValue(each, (schema.items ?? {}) as { [key: string]: unknown }),
    );
  const properties = (schema.properties ?? {}) as Record<string, { [key: string]: unknown }>;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, typedValue(each, properties[name] ?? {})]),
  );
}
