import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { FastifyInstance } from 'fastify';
import { issue, type Issue } from '../../engine/core/index.ts';
import { refused } from '../errors.ts';
import type { Actors } from '../access/actors.ts';
import { bodySchemas } from '../operations/openapi/body-schemas.ts';
import { demandDesigner } from '../revisions/schema-service.ts';
import { asActor } from './session.ts';

/**
 * Bodies of the calls that take documents are held against the schema that the OpenAPI document shows of them, before the
 * call looks into them: what is missing or of another kind is answered with its path. Forms are read as tolerantly as by
 * the calls themselves (`"3"` is a number, a number is a text); keys that nobody knows are left aside. Only who may make the
 * call hears what is wrong with its body.
 */
export function checkBodies(app: FastifyInstance, actors: Actors): void {
  const ajv = tolerant();
  const checks = new Map<string, ValidateFunction>();
  for (const [route, schema] of bodySchemas()) checks.set(`/api${route}`, ajv.compile(schema));
  app.addHook('preHandler', async (request) => {
    const check = request.method === 'POST' ? checks.get(request.routeOptions.url ?? '') : undefined;
    const { body = {} } = request;
    // What is no object at all, every call refuses itself.
    if (!check || body === null || typeof body !== 'object' || Array.isArray(body)) return;
    // The copy is what is made fit; the call reads what was sent.
    if (check(structuredClone(body))) return;
    await asActor(actors, request, async (actor) => demandDesigner(actor));
    throw refused(...issuesOf(check));
  });
}

const tolerant = () => new Ajv2020({ strict: false, allErrors: true, validateFormats: false, coerceTypes: true });

/** Reads a body by its schema, as the calls above do: answers it made fit, or throws `refused` with every place. */
export function bodyReader(schema: object): (body: unknown) => Readonly<Record<string, unknown>> {
  const check = tolerant().compile(schema);
  return (body = {}) => {
    if (body === null || typeof body !== 'object' || Array.isArray(body)) throw refused(issue('body.object', ''));
    const fit = structuredClone(body) as Record<string, unknown>;
    if (!check(fit)) throw refused(...issuesOf(check));
    return fit;
  };
}

const issuesOf = ({ errors }: ValidateFunction): Issue[] => (errors ?? []).slice(0, maxIssues).map(issueOf);

/** Reasons beyond these say nothing new. */
const maxIssues = 20;

function issueOf({ keyword, instancePath, params, data }: ErrorObject): Issue {
  const at = pathOf(instancePath);
  switch (keyword) {
    case 'required':
      return issue('required', at === '' ? params['missingProperty'] : `${at}.${params['missingProperty']}`);
    case 'type':
      return issue(codesOfType[String(params['type'])] ?? 'body.shape', at);
    case 'enum':
    case 'const':
      return issue('choice.unknown', at, { value: shortened(data) });
    case 'maxLength':
      return issue('text.tooLong', at, { max: params['limit'] });
    case 'maxItems':
      return issue('list.tooMany', at, { max: params['limit'] });
    case 'minItems':
      return issue('list.tooFew', at, { min: params['limit'] });
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
