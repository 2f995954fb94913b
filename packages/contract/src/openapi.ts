import * as z from 'zod/mini';
import { commonErrors, errors } from './errors.ts';
import type { Route } from './route.ts';

const json = (schema: z.ZodMiniType): Record<string, unknown> => {
  const { $schema: _, ...shape } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    target: 'openapi-3.0',
  }) as Record<string, unknown>;
  return shape;
};

const problem = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'message', 'code', 'instance'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    message: { type: 'string' },
    code: { type: 'string', enum: Object.keys(errors) },
    instance: { type: 'string' },
    changed: {
      type: 'object',
      description: 'With changed_meanwhile: who changed it last (null where it is not known), and when.',
      required: ['by', 'at'],
      properties: { by: { type: 'string', nullable: true }, at: { type: 'string', format: 'date-time' } },
    },
  },
};

const parameters = (schema: z.ZodMiniType | undefined, place: 'path' | 'query') => {
  if (!schema) return [];
  const shape = json(schema) as { properties?: Record<string, unknown>; required?: string[] };
  return Object.entries(shape.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (shape.required ?? []).includes(name),
    schema: property,
  }));
};

const requestBody = (route: Route) => {
  if (!route.body) return {};
  const shape = json(route.body) as { properties?: Record<string, unknown> };
  if (!route.files) {
    const required = !route.body.safeParse(undefined).success;
    return { requestBody: { required, content: { 'application/json': { schema: shape } } } };
  }
  const binary = { type: 'array', items: { type: 'string', format: 'binary' } };
  const files = Object.fromEntries(route.files.map((name) => [name, binary]));
  const schema = { ...shape, properties: { ...shape.properties, ...files } };
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
};

const answers = (route: Route) => {
  const byStatus = new Map<number, string[]>();
  for (const code of [...commonErrors, ...route.errors]) {
    const { status, message } = errors[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), `\`${code}\`: ${message}`]);
  }
  const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
  return {
    [route.status]: {
      description: 'Success',
      content: { [route.media ?? 'application/json']: { schema: json(route.response) } },
    },
    ...Object.fromEntries(
      [...byStatus].map(([status, texts]) => [status, { description: texts.join('; '), content }]),
    ),
  };
};

/** The whole API as an OpenAPI 3.0 document, made from the contract. */
export const openApi = (table: Record<string, Route>, title: string): Record<string, unknown> => {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [key, route] of Object.entries(table)) {
    const [method = '', path = ''] = key.split(' ');
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        operationId: key.replace(/[^A-Za-z0-9]+/g, '_').replace(/_$/, ''),
        summary: route.summary,
        security: route.auth === 'public' ? [] : [{ bearer: [] }],
        parameters: [...parameters(route.params, 'path'), ...parameters(route.query, 'query')],
        ...requestBody(route),
        responses: answers(route),
      },
    };
  }
  return {
    openapi: '3.0.3',
    info: { title, version: '1' },
    servers: [{ url: '/api' }],
    paths,
    components: {
      schemas: { Problem: problem },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
};
