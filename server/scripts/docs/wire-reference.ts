import type { Json } from '../../operations/openapi/open-api-parts.ts';
import { generatedNote, table } from './markdown.ts';

interface Call {
  readonly tags?: readonly string[];
  readonly security?: readonly unknown[];
  readonly parameters?: readonly { readonly name?: string; readonly $ref?: string; readonly in?: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Json }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Json }>> }>
  >;
}
export interface DocumentedEntity {
  readonly path: string;
  readonly title: string;
  readonly actions: readonly string[];
}
type Schemas = Readonly<Record<string, Json>>;

/** How far a schema is written out; what lies deeper is an ellipsis. */
const maxDepth = 3;
const maxKeys = 24;
/** A call that as many entities have comes from their declarations. */
const generalFrom = 5;

interface DocumentedCall {
  readonly path: string;
  readonly method: string;
  readonly call: Call;
}

/** Calls that come from declarations by their verb, and all others but the entities' actions. */
function sortCalls(calls: readonly DocumentedCall[], entities: readonly DocumentedEntity[]) {
  const actions = new Map(entities.map(({ path, actions: own }) => [path, new Set(own)]));
  const byVerb = new Map<string, DocumentedCall[]>();
  for (const each of calls) {
    const [, first = '', verb = '', ...more] = each.path.split('/');
    const own = actions.get(first);
    if (!own || more.length > 0 || own.has(verb)) continue;
    const name = `${each.method} ${verb}`;
    byVerb.set(name, [...(byVerb.get(name) ?? []), each]);
  }
  const generic = [...byVerb.values()].filter((same) => same.length >= generalFrom);
  const general = new Set(generic.flat());
  const others = calls.filter((each) => {
    const [, first = '', verb = ''] = each.path.split('/');
    return !general.has(each) && !actions.get(first)?.has(verb);
  });
  return { generic, others };
}

/** The calls of the API as a document: those of every entity once, then each entity, then all other calls. */
export function wireReference(document: Json, entities: readonly DocumentedEntity[]): string {
  const schemas = (document['components'] as { schemas: Schemas }).schemas;
  const paths = document['paths'] as Readonly<Record<string, Readonly<Record<string, Call>>>>;
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method: method.toUpperCase(), call })),
  );
  const { generic, others } = sortCalls(calls, entities);
  const rowOf = ({ path, method, call }: DocumentedCall) => [
    `\`${method} ${path}\``,
    call.security?.length === 0 ? 'no' : 'yes',
    inputOf(call, schemas),
    answerOf(call, schemas),
  ];
  const generalRow = (each: DocumentedCall) => {
    const [, entity = '', verb = ''] = each.path.split('/');
    const [, ...cells] = rowOf(each);
    return [`\`${each.method} /{path}/${verb}\` (\`${entity}\`)`, ...cells];
  };
  const header = ['Call', 'Session', 'In', '`data` out'];
  return [
    '# Wire reference',
    '',
    generatedNote,
    '',
    'Paths stand below `/api`. [wire.md](wire.md) says what calls mean and how envelopes, filters, keys and versions work; [errors.md](errors.md) lists the codes;',
    '`GET /api/openapi.json` has every schema in full, `/api/docs` as a page. A question mark marks what may be missing.',
    '',
    '## Calls of every entity',
    '',
    'The path of an entity stands for `{path}`. The shapes are those of the entity that is named, as an example.',
    '',
    ...table(
      header,
      generic.flatMap((same) => same.slice(0, 1).map(generalRow)),
    ),
    '',
    '## Entities',
    '',
    ...table(
      ['Path', 'Records', 'Actions (`POST /{path}/{action}`)'],
      entities
        .toSorted((one, other) => (one.path < other.path ? -1 : 1))
        .map(({ path, title, actions }) => [`\`${path}\``, title, actions.map((name) => `\`${name}\``).join(' ')]),
    ),
    '',
    '## Other calls',
    '',
    ...table(
      header,
      others.toSorted((one, other) => (one.path.toLowerCase() < other.path.toLowerCase() ? -1 : 1)).map(rowOf),
    ),
    '',
  ].join('\n');
}

function inputOf({ parameters = [], requestBody }: Call, schemas: Schemas): string {
  const query = parameters
    .map(({ name, $ref }) => name ?? $ref?.split('/').at(-1) ?? '')
    .filter((name) => !['culture', 'idempotencyKey'].includes(name));
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const body = content?.schema ? shape(content.schema, schemas) : '';
  return [
    query.length > 12 ? `${query.slice(0, 12).join(', ')}, …` : query.join(', '),
    body === '' ? '' : `${type === 'multipart/form-data' ? 'multipart ' : ''}\`${body}\``,
  ]
    .filter((part) => part !== '')
    .join('; ');
}

function answerOf({ responses }: Call, schemas: Schemas): string {
  const [type, content] = Object.entries(responses['200']?.content ?? {})[0] ?? [];
  if (type !== 'application/json') return 'bytes';
  const options = (content?.schema?.['oneOf'] ?? [content?.schema]) as readonly (Json | undefined)[];
  const properties = options[0]?.['properties'] as Readonly<Record<string, Json>> | undefined;
  const data = properties?.['data'];
  return data ? `\`${shape(data, schemas)}\`` : 'not enveloped';
}

/** A schema in a few words: `{id, version?, lines: [{name}]}`. */
function shape(schema: Json, schemas: Schemas, depth = 0): string {
  const referred = typeof schema['$ref'] === 'string' ? schemas[schema['$ref'].split('/').at(-1) ?? ''] : undefined;
  if (referred) return shape(referred, schemas, depth);
  const options = (schema['anyOf'] ?? schema['oneOf']) as readonly Json[] | undefined;
  if (schema['properties']) return object(schema, schemas, depth);
  if (options) {
    const some = [...new Set(options.map((each) => shape(each, schemas, depth)))].filter((each) => each !== 'null');
    return some.join(' or ') || 'null';
  }
  if (schema['items']) return depth >= maxDepth ? '[…]' : `[${shape(schema['items'] as Json, schemas, depth + 1)}]`;
  if ('const' in schema) return JSON.stringify(schema['const']);
  if (Array.isArray(schema['enum'])) return schema['enum'].slice(0, 8).join(', ');
  const type = schema['type'];
  const name = Array.isArray(type) ? type.filter((each) => each !== 'null').join(' or ') : String(type ?? 'any');
  return name === 'string' ? 'text' : name;
}

function object(schema: Json, schemas: Schemas, depth: number): string {
  if (depth >= maxDepth) return '{…}';
  const required = new Set((schema['required'] ?? []) as readonly string[]);
  const properties = Object.entries(schema['properties'] as Readonly<Record<string, Json>>);
  const keys = properties.slice(0, maxKeys).map(([name, inner]) => {
    const words = shape(inner, schemas, depth + 1);
    return `${name}${required.has(name) ? '' : '?'}${/^[{[]/.test(words) ? `: ${words}` : ''}`;
  });
  return `{${[...keys, ...(properties.length > maxKeys ? ['…'] : [])].join(', ')}}`;
}
