import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { issue, type Issue } from '../../engine/core/index.ts';
import { refused } from '../errors.ts';
import type { Json } from '../operations/openapi/open-api-parts.ts';
import { ownCheck } from '../operations/openapi/own-check.ts';

/** One compiler for the process: each of its own would compile the language of schemas again, 20 ms a call. */
const compiler = new Ajv2020({
  ...{ strict: false, allErrors: true, validateFormats: false },
  ...{ coerceTypes: true, verbose: true },
});

const checks = new WeakMap<Json, ValidateFunction>();

/**
 * Validates a body against its OpenAPI schema, throwing `refused` with issues and their paths. Types are coerced as
 * tolerantly as by the calls themselves (`"3"` is a number, a number is a text); unknown keys are ignored. The call reads
 * the body as it was sent.
 */
export function bodyCheck(schema: Json): (body: object) => void {
  const check = checks.get(schema) ?? compiler.compile(withoutOwnChecks(schema) as object);
  checks.set(schema, check);
  return (body) => {
    if (!check(structuredClone(body))) throw refused(...issuesOf(check));
  };
}

/** The schema without the parts that the call validates itself, of which only the type remains. */
function withoutOwnChecks(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutOwnChecks);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { [ownCheck]: isOwn, ...rest } = schema as Json;
  if (isOwn) return 'type' in rest ? { type: rest['type'] } : {};
  return Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, withoutOwnChecks(inner)]));
}

/** Parses a body by its schema likewise: answers the coerced body, or throws `refused` with every issue. */
export function bodyReader(schema: object): (body: unknown) => Readonly<Record<string, unknown>> {
  const check = compiler.compile(schema);
  return (body = {}) => {
    if (body === null || typeof body !== 'object' || Array.isArray(body)) throw refused(issue('body.object', ''));
    const fit = structuredClone(body) as Record<string, unknown>;
    if (!check(fit)) throw refused(...issuesOf(check));
    return fit;
  };
}

const issuesOf = ({ errors }: ValidateFunction): Issue[] => (errors ?? []).slice(0, maxIssues).map(issueOf);

/** Maximum issues per answer. */
const maxIssues = 20;

function issueOf({ keyword, instancePath, params, data }: ErrorObject): Issue {
  const at = pathOf(instancePath);
  switch (keyword) {
    case 'required':
      return issue('required', at === '' ? params['missingProperty'] : `${at}.${params['missingProperty']}`);
    case 'type':
      return issue(codesOfType[String(params['type'])] ?? 'body.shape', at);
    case 'enum':
      return issue('choice.notOneOf', at, {
        value: shortened(data),
        choices: (params['allowedValues'] as unknown[]).map(shortened).join(', '),
      });
    case 'const':
      return issue('choice.unknown', at, { value: shortened(data) });
    case 'maxLength':
      return issue('text.tooLong', at, { max: params['limit'] });
    case 'maxItems':
      return issue('list.tooMany', at, { max: params['limit'] });
    case 'minItems':
      return at === 'ids' ? issue('ids.none', at) : issue('list.tooFew', at, { min: params['limit'] });
    case 'exclusiveMinimum':
      return issue('number.above', at, { above: params['limit'] });
    case 'minimum':
      return issue('number.min', at, { min: params['limit'] });
    case 'maximum':
      return issue('number.max', at, { max: params['limit'] });
    case 'pattern':
      return issue('text.pattern', at);
    default:
      return issue('body.shape', at);
  }
}

const codesOfType: Readonly<Record<string, string>> = {
  ...{ string: 'text.invalid', integer: 'number.whole', number: 'number.invalid', boolean: 'boolean.invalid' },
  ...{ array: 'list.invalid', object: 'body.object' },
};

/** `/bundle/entities/0/document` as `bundle.entities[0].document`. */
const pathOf = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part, at) => (/^\d+$/.test(part) ? `[${part}]` : at === 0 ? part : `.${part}`))
    .join('');

const shortened = (value: unknown): string =>
  String(typeof value === 'object' ? JSON.stringify(value) : value).slice(0, 100);
