import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import type { Heard } from './listener.ts';

interface Operation {
  method: string;
  path: string;
  query: string[];
  headers: string[];
  body?: object;
}
interface Documents {
  operations: Operation[];
  $defs: Record<string, { properties?: Record<string, object> }>;
}

const documents = JSON.parse(readFileSync(new URL('ups-openapi.json', import.meta.url), 'utf8')) as Documents;

/** Codes whose length the documents state otherwise than their own lists of values and their examples: `03`, `ZPL`. */
for (const name of ['R_Shipment_Service', 'S_LabelRecovery_LabelSpecification_LabelImageFormat']) {
  const { properties } = documents.$defs[name] ?? {};
  if (properties) properties['Code'] = { type: 'string', minLength: 2, maxLength: 4 };
}

const ajv = new Ajv({ strict: false, allErrors: true });
const compiled = documents.operations.map((operation) => ({
  ...operation,
  pattern: new RegExp(`^${operation.path.replace(/\{[^}]+\}/g, '[^/]+')}$`),
  check: operation.body ? (ajv.compile({ ...operation.body, $defs: documents.$defs }) as ValidateFunction) : null,
}));

/** What of a request UPS' documents do not have, as text; empty where they have all of it. */
export function upsMistakes({ method, path, query, headers, body }: Heard): string[] {
  const operation = compiled.find((each) => each.method === method && each.pattern.test(path));
  if (!operation) return [`${method} ${path} is in no document`];
  const strange = Object.keys(query).filter((name) => !operation.query.includes(name));
  const missing = operation.headers.filter((name) => !headers[name.toLowerCase()]);
  const long = String(headers['transid'] ?? '').length > 32;
  const wrong = operation.check && !operation.check(body) ? (operation.check.errors ?? []) : [];
  return [
    ...strange.map((name) => `query ${name}`),
    ...missing.map((name) => `header ${name}`),
    ...(long ? ['transId is too long'] : []),
    ...(operation.check ? [] : body === null ? [] : ['a body where none is']),
    ...wrong.map((error) => `${error.instancePath} ${error.message ?? ''} ${JSON.stringify(error.params)}`),
  ];
}
