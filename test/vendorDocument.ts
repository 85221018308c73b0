import fs from 'node:fs';
import { z } from 'zod';

/** Checks of requests and answers against a provider's own API description. */
export interface VendorDocument {
  /** Undefined: the document has no such call. */
  operation(method: string, path: string): VendorOperation | undefined;
}

export interface VendorOperation {
  /**
   * Return the problems of a body: values that do not fit, and fields that the provider does not
   * know.
   */
  checkRequest(body: object): string[];
  checkAnswer(status: number, type: string, data: object): string[];
}

type Schema = Parameters<typeof z.fromJSONSchema>[0] & object;
type Content = Record<string, { schema: Schema } | undefined>;

interface OperationObject {
  requestBody?: { content: Content };
  responses: Record<string, { content: Content } | undefined>;
}

interface Document {
  paths: Record<string, Record<string, OperationObject>>;
  components: { schemas: Record<string, Schema & { properties?: object }> };
}

/** Load a document by the name of its file in test/vendors. */
export function vendorDocument(file: string): VendorDocument {
  const text = fs.readFileSync(new URL(`./vendors/${file}`, import.meta.url), 'utf8');
  const { paths, components } = JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')) as Document;
  const $defs = components.schemas;
  const checked = new Map<object, z.ZodType>();

  const check = (label: string, schema: Schema | undefined, value: object): string[] => {
    if (!schema) return [`${label}: not in the document`];
    const shape = checked.get(schema) ?? z.fromJSONSchema({ ...schema, $defs } as Schema);
    checked.set(schema, shape);
    const { error } = shape.safeParse(value);
    return error ? [`${label}: ${z.prettifyError(error)}`] : [];
  };

  function operationOf(path: string, { requestBody, responses }: OperationObject): VendorOperation {
    const requestSchema = requestBody?.content['application/json']?.schema as
      | (Schema & { $ref?: string })
      | undefined;
    const known = new Set(Object.keys($defs[requestSchema?.$ref?.split('/').at(-1) ?? '']?.properties ?? {}));
    return {
      checkRequest: (body) => [
        ...(requestBody ? check(`${path} request`, requestSchema, body) : []),
        ...Object.keys(body)
          .filter((key) => !known.has(key))
          .map((key) => `${path} request: unknown ${key}`),
      ],
      checkAnswer: (status, type, data) => {
        const response = responses[status] ?? responses.default;
        return check(`${path} answer ${status}`, response?.content[type]?.schema, data);
      },
    };
  }

  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
      operation: operationOf(path, operation),
    })),
  );
  return {
    operation: (method, path) =>
      operations.find((each) => each.method === method && each.pattern.test(path))?.operation,
  };
}
