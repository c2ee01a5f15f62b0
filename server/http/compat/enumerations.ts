import { ownOf, type Catalog, type Field } from '../../../engine/core/index.ts';
import { issue } from '../../../engine/core/index.ts';
import { refused } from '../../errors.ts';
import { readDictionary } from '../../operations/read/dictionaries.ts';
import type { Actor, Context } from '../../operations/context.ts';
import type { Culture, Texts } from '../../texts.ts';
import { formOf, isNumber } from './forms.ts';

/** An option of an enumeration, as existing clients fill their pickers. */
interface Entry {
  code: number | string;
  value: string;
}

interface EnumerationRequest {
  context: Context;
  actor: Actor;
  culture: Culture;
  texts: Texts;
}

/** Enumerations by requested name (lower case): an equivalent field of ours, or the codes themselves. */
const named: Readonly<Record<string, readonly [entity: string, field: string] | readonly string[][]>> = {
  yesornot: ['visit-log', 'success'],
  logintype: ['visit-log', 'visType'],
  commonstatus: ['account', 'status'],
  gender: ['account', 'sex'],
  admintype: ['account', 'adminType'],
  roletype: ['role', 'roleType'],
  datascopetype: ['role', 'dataScopeType'],
  menutype: ['menu', 'type'],
  menuopentype: ['menu', 'openType'],
  menuweight: ['menu', 'weight'],
  noticetype: ['notice', 'type'],
  noticestatus: ['notice', 'status'],
  noticeuserstatus: ['received-notice', 'readStatus'],
  logoptype: ['operation-log', 'opType'],
  filelocation: ['file', 'fileLocation'],
  requesttype: ['timer', 'requestType'],
  requesttypeenum: ['timer', 'requestType'],
  sparetimetypes: ['timer', 'timerType'],
  sparetimeexecutetypes: ['timer', 'executeType'],
  sparetimestatus: ['timer', 'timerStatus'],
  httpmethod: [['GET', 'POST', 'PUT', 'DELETE']],
  httpmethodtype: [['GET', 'POST', 'PUT', 'DELETE']],
};

/** `GET /sysEnumData/list?enumName=`. Throws `refused` for an unknown name. */
export async function enumeration(on: EnumerationRequest, name: unknown): Promise<Entry[]> {
  const meant = ownOf(named, String(name ?? '').toLowerCase());
  if (!meant) throw refused(issue('enumeration.unknown', 'enumName'));
  if (Array.isArray(meant[0])) return meant[0].map((value: string, code) => ({ code, value }));
  return entriesOf(on, String(meant[0]), String(meant[1]), 'enumName');
}

/** `GET /sysEnumData/listByFiled?EntityName=&FieldName=` (sic), case-insensitive. */
export async function enumerationOfField(
  on: EnumerationRequest,
  query: Readonly<Record<string, unknown>>,
): Promise<Entry[]> {
  const asked = new Map(Object.entries(query).map(([key, value]) => [key.toLowerCase(), String(value ?? '')]));
  const entity = (asked.get('entityname') ?? '').toLowerCase();
  const field = (asked.get('fieldname') ?? '').toLowerCase();
  const found = byTheirName(on.actor.catalog, entity);
  const own = found?.fields.find(({ name }) => name.toLowerCase() === field);
  if (!found) throw refused(issue('enumeration.unknown', 'EntityName'));
  if (own?.meta.type !== 'choice') throw refused(issue('enumeration.unknown', 'FieldName'));
  return entriesOf(on, found.name, own.name, 'FieldName');
}

/** Finds an entity by its earlier name (`SysTimer` for `sysTimers`) or its own. */
const byTheirName = (catalog: Catalog, name: string) =>
  name === ''
    ? undefined
    : (catalog.byPath.get(name) ?? catalog.byPath.get(`${name}s`) ?? catalog.byName.get(name.replace(/^sys/, '')));

async function entriesOf(
  { context, actor, culture, texts }: EnumerationRequest,
  entity: string,
  name: string,
  at: string,
) {
  const found = actor.catalog.byName.get(entity);
  const field = found?.byName.get(name);
  if (!found || !field) throw refused(issue('enumeration.unknown', at));
  const numbers = formOf(found).codes?.[name];
  const entries = field.meta.dictionary
    ? await readDictionary(context, actor, field.meta.dictionary, culture, texts)
    : optionsOf(field, texts.entity(culture, found));
  return entries.map(({ code, value }) => ({
    code: ownOf(numbers ?? {}, code) ?? (isNumber(code) ? Number(code) : code),
    value,
  }));
}

function optionsOf(field: Field, words: Readonly<Record<string, unknown>>): { code: string; value: string }[] {
  const states = field.name === 'status' ? words['states'] : undefined;
  const worded = (words['options'] as Record<string, Record<string, string>> | undefined)?.[field.name] ?? states ?? {};
  const codes = (field.meta.options as string[] | undefined) ?? Object.keys(worded);
  return codes.map((code) => ({ code, value: ownOf(worded as Record<string, string>, code) ?? code }));
}
