import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';

interface Parameter {
  readonly required: boolean;
  readonly list?: boolean;
  readonly values?: readonly string[];
  readonly whole?: boolean;
  readonly time?: boolean;
}
interface Operation {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, Parameter>>;
  readonly body?: object;
  readonly answers: Readonly<Record<string, object>>;
}
/** A request and its answer as they were on the wire. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: unknown;
  readonly status: number;
  readonly answer: unknown;
}

const models = JSON.parse(readFileSync(new URL('amazon-models.json', import.meta.url), 'utf8')) as {
  operations: Operation[];
  $defs: object;
};
const ajv = new Ajv({ strict: false, allErrors: true });
const compile = (schema: object): ValidateFunction => ajv.compile({ ...schema, $defs: models.$defs });
const operations = models.operations.map((operation) => ({
  ...operation,
  pattern: new RegExp(`^${operation.path.replace(/\{[^}]+\}/g, '[^/]+')}$`),
  check: operation.body ? compile(operation.body) : null,
  answers: new Map(Object.entries(operation.answers).map(([status, schema]) => [Number(status), compile(schema)])),
}));

/** Names of all modelled operations, as `GET /path`. */
export const modelled = operations.map(({ method, path }) => `${method} ${path}`);
export const operationOf = ({ method, path }: Pick<Exchange, 'method' | 'path'>) =>
  operations.find((each) => each.method === method && each.pattern.test(path));

const wordsOf = (check: ValidateFunction): string[] =>
  (check.errors ?? []).map((error) => `${error.instancePath} ${error.message ?? ''} ${JSON.stringify(error.params)}`);

/** What of a request or its answer the platform's models do not have, as text. */
export function modelMistakes(exchange: Exchange): string[] {
  const operation = operationOf(exchange);
  if (!operation) return [`${exchange.method} ${exchange.path} is in no model`];
  const { query, headers, body, status, answer } = exchange;
  const given = [...query].flatMap(([name, value]) => parameterMistakes(name, value, operation.query[name]));
  const missing = Object.entries(operation.query).filter(([name, { required }]) => required && !query.has(name));
  const answers = operation.answers.get(status);
  return [
    ...given,
    ...missing.map(([name]) => `query ${name} is missing`),
    ...(headers['x-amz-access-token'] ? [] : ['header x-amz-access-token is missing']),
    ...(operation.check && !operation.check(body) ? wordsOf(operation.check) : []),
    ...(operation.check === null && body !== null ? ['a body where none is'] : []),
    ...(!answers && status !== 204 ? [`answer ${status} is in no model`] : []),
    ...(answers && !answers(answer) ? wordsOf(answers).map((words) => `answer: ${words}`) : []),
  ];
}

function parameterMistakes(name: string, value: string, known: Parameter | undefined): string[] {
  if (!known) return [`query ${name} is unknown`];
  if (known.whole && !/^\d+$/.test(value)) return [`query ${name} is no number: ${value}`];
  if (known.time && !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value))
    return [`query ${name} is no time: ${value}`];
  const wrong = known.values ? value.split(',').filter((each) => !known.values?.includes(each)) : [];
  return wrong.map((each) => `query ${name} has no value ${each}`);
}
