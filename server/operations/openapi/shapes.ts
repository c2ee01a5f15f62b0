import type { Json } from './open-api-parts.ts';

/* The schemas that declared calls are made of. What has a title becomes a type of the browser's under that name. */

export const text: Json = { type: 'string' };
export const flag: Json = { type: 'boolean' };
export const whole: Json = { type: 'integer' };
export const id: Json = { type: 'string', pattern: '^[0-9]{1,19}$' };
export const anything: Json = {};
export const nothing: Json = { type: 'null' };

export const oneOf = (...values: string[]): Json => ({ enum: values });
export const listOf = (items: Json): Json => ({ type: 'array', items });
export const orNull = ({ type, ...schema }: Json): Json => ({ ...schema, type: [type, 'null'].flat() });
export const said = (schema: Json, description: string): Json => ({ ...schema, description });

/** An object. Properties whose name ends in `?` may be absent. */
export const shape = (properties: Json, title?: string): Json => ({
  ...(title ? { title } : {}),
  type: 'object',
  required: Object.keys(properties).filter((name) => !name.endsWith('?')),
  properties: Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name.replace(/\?$/, ''), schema])),
});

/** Parameters of a query, which takes them as text; `?` as in `shape`. */
export const asked = (...names: string[]): Json[] =>
  names.map((name) => ({
    name: name.replace(/\?$/, ''),
    in: 'query',
    ...(name.endsWith('?') ? {} : { required: true }),
    schema: text,
  }));
