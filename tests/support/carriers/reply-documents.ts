import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';

interface Documents {
  operations: { method: string; path: string; replies: Record<string, object> }[];
  $defs: Record<string, { properties?: Record<string, object> }>;
}

const documents = JSON.parse(readFileSync(new URL('ups-replies.json', import.meta.url), 'utf8')) as Documents;
const ajv = new Ajv({ strict: false, allErrors: true });
const compiled = documents.operations.flatMap(({ method, path, replies }) =>
  Object.entries(replies).map(([status, schema]) => ({
    ...{ method, path, status: Number(status) },
    pattern: new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`),
    check: ajv.compile({ ...schema, $defs: documents.$defs }),
  })),
);

/** Where the documents state a length that their own examples and lists do not have: `5.0` for a weight, `GIF`, `GND`. */
const unsure = /(BillingWeight\/Weight|LabelImageFormat\/Code|services\/\d+\/serviceLevel)$/;

/** What of a reply UPS' documents do not have, as text; empty where they have all of it. */
export function replyMistakes(method: string, path: string, status: number, body: unknown): string[] {
  const [plain = ''] = path.split('?');
  const found = compiled.find((each) => each.method === method && each.status === status && each.pattern.test(plain));
  if (!found) return [`${status} of ${method} ${path} is in no document`];
  const wrong = found.check(body) ? [] : (found.check.errors ?? []);
  return wrong
    .filter(({ keyword, instancePath }) => !(/^m\w+Length$/.test(keyword) && unsure.test(instancePath)))
    .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`);
}

/** Operations of the documents, to see that none is left out. */
export const documented = documents.operations.map(({ method, path }) => `${method} ${path}`);
