import type { ExpressionType } from '../expression/expression.ts';
import type { EntityMeta } from '../meta/entity.ts';
import { issue, type Issue, type Outcome } from '../meta/issue.ts';
import type { Catalog, Entity, Field, Own } from './catalog.ts';
import { compileEntity } from './compile-entity.ts';
import { expressionOf, freezeDeep, type Report } from './report.ts';

/**
 * All entities together, linked: every reference meets its entity, every path is its own, every picker filter is typed
 * by the entity it narrows. Frozen; or every issue of every entity at once, each path led by the entity's name.
 */
export function compileCatalog(metas: readonly EntityMeta[]): Outcome<Catalog> {
  const issues: Issue[] = [];
  const compiled: Entity[] = [];
  for (const meta of metas) {
    const outcome = compileEntity(meta);
    if (outcome.ok) compiled.push(outcome.value);
    else issues.push(...outcome.issues.map((found) => ({ ...found, path: `${meta.entity}: ${found.path}` })));
  }
  if (issues.length > 0) return { ok: false, issues };

  return link(compiled, compiled, hashText(JSON.stringify(metas)));
}

/** What a tenant says over the delivered entities: a declaration, and what comes with it. */
export interface OwnMeta {
  readonly meta: EntityMeta;
  readonly own: Own;
}

/**
 * The catalog of a tenant: the base with the entities that the tenant changed or added. What it left alone is the very same
 * object as in the base, so that everything kept by entity is shared between tenants.
 */
export function extendCatalog(base: Catalog, owns: readonly OwnMeta[]): Outcome<Catalog> {
  if (owns.length === 0) return { ok: true, value: base };
  const issues: Issue[] = [];
  const fresh = new Map<string, Entity>();
  for (const { meta, own } of owns) {
    const outcome = compileEntity(meta, own);
    if (outcome.ok) fresh.set(outcome.value.name, outcome.value);
    else issues.push(...outcome.issues.map((found) => ({ ...found, path: `${meta.entity}: ${found.path}` })));
  }
  if (issues.length > 0) return { ok: false, issues };
  const merged = base.entities.map((entity) => fresh.get(entity.name) ?? entity);
  const added = [...fresh.values()].filter(({ name }) => !base.byName.has(name));
  const hash = hashText(base.hash + JSON.stringify(owns.map(({ meta, own }) => [meta, own.revision, own.table])));
  return link([...merged, ...added], [...fresh.values()], hash);
}

/** Lets entities meet each other; `open` are those that were not linked before, the others stay as they are. */
function link(all: readonly Entity[], open: readonly Entity[], hash: string): Outcome<Catalog> {
  const issues: Issue[] = [];
  const byName = new Map(all.map((entity) => [entity.name, entity]));
  const fresh = new Set(open);
  const linked = all.map((entity) => {
    const report: Report = (code, path, params) => issues.push(issue(code, `${entity.name}: ${path}`, params));
    checkLinks(entity, byName, report);
    return fresh.has(entity) ? linkFilters(entity, byName, report) : entity;
  });
  const byPath = new Map<string, Entity>();
  for (const entity of linked) {
    const key = entity.path.toLowerCase();
    const other = byPath.get(key);
    if (other) issues.push(issue('schema.samePath', `${entity.name}: path`, { path: entity.path, other: other.name }));
    byPath.set(key, entity);
  }
  if (issues.length > 0) return { ok: false, issues };

  return {
    ok: true,
    value: Object.freeze({
      entities: Object.freeze(linked),
      byName: new Map(linked.map((entity) => [entity.name, entity])),
      byPath,
      sockets: Object.freeze(linked.flatMap(socketsOf)),
      hash,
    }),
  };
}

/** Files and pictures are references too: to the entity that keeps files. */
export function targetOf(field: Field): string | null {
  const { type, to } = field.meta;
  if (type === 'reference' || type === 'references') return to ?? null;
  return type === 'file' || type === 'image' ? 'file' : null;
}

/** The entities of which a text may name a record (`recordOf`), with the field that says which; null for any other field. */
export function recordOf(entity: Entity, field: Field): { by: Field; entities: readonly string[] } | null {
  const by = entity.byName.get(field.meta.recordOf ?? '');
  return by ? { by, entities: by.meta.options ?? [] } : null;
}

/** The entity whose records a value of this field names by id: what it points at, its own tree, or the pictures of a text. */
export const namedBy = (entity: Entity, field: Field): string | null =>
  field.meta.type === 'richText' ? 'file' : (targetOf(field) ?? ownTree(field, entity.name));

/** A parent points at its own entity. */
const ownTree = (field: Field, entity: string): string | null => (field.meta.type === 'parent' ? entity : null);

function checkLinks(entity: Entity, byName: ReadonlyMap<string, Entity>, report: Report): void {
  const meet = (name: string, path: string) => {
    if (!byName.has(name)) report('schema.unknownEntity', path, { entity: name });
  };
  for (const field of entity.fields.flatMap((outer) => [outer, ...(outer.lines ?? [])])) {
    const target = targetOf(field);
    if (target) meet(target, `fields.${field.name}.to`);
    const named = recordOf(entity, field);
    if (field.meta.recordOf && !named)
      report('schema.unknownField', `fields.${field.name}.recordOf`, { field: field.meta.recordOf });
    const { codeOf } = field.meta;
    if (codeOf) {
      meet(codeOf, `fields.${field.name}.codeOf`);
      const coded = byName.get(codeOf);
      if (coded && coded.byName.get('code')?.meta.unique !== true)
        report('schema.unknownField', `fields.${field.name}.codeOf`, { field: 'code' });
    }
    for (const other of named?.entities ?? []) meet(other, `fields.${named?.by.name ?? ''}.options`);
    const [, by = '', name = ''] = /^lookup:(\w+)\.(\w+)$/.exec(field.meta.value ?? '') ?? [];
    const source = by ? byName.get(entity.byName.get(by)?.meta.to ?? '') : undefined;
    if (by && !source?.byName.has(name)) report('schema.unknownField', `fields.${field.name}.value`, { field: name });
  }
  for (const { name, transition, forecast } of entity.actions.values()) {
    if (!forecast) continue;
    const path = `${transition ? 'workflow.transitions' : 'actions'}.${name}.forecast`;
    meet(forecast.entity, `${path}.entity`);
    const source = byName.get(forecast.entity);
    for (const each of source ? [forecast.field, ...forecast.where.map(({ name: by }) => by)] : []) {
      if (!source?.byName.has(each)) report('schema.unknownField', path, { field: each });
    }
  }
  const pointing = (other: string, by: string, path: string) => {
    meet(other, path);
    const field = byName.get(other)?.byName.get(by);
    const source = byName.get(other);
    const pointsHere = (from: Entity, by: Field) =>
      (targetOf(by) ?? ownTree(by, other)) === entity.name || recordOf(from, by)?.entities.includes(entity.name);
    if (source && (!field || !pointsHere(source, field))) report('schema.unknownField', `${path}.by`, { field: by });
    return source;
  };
  (entity.meta.detail?.related ?? []).forEach(({ entity: other, by }, at) =>
    pointing(other, by, `detail.related[${at}]`),
  );
  (entity.meta.list.figures ?? []).forEach(({ entity: other, by, counted }, at) => {
    const source = pointing(other, by, `list.figures[${at}]`);
    const total = source?.counted.find(({ name }) => name === counted);
    if (source && (!total || total.balance))
      report('schema.unknownField', `list.figures[${at}].counted`, { field: counted });
  });
  for (const [name, { blocks }] of Object.entries(entity.meta.documents ?? {})) {
    blocks.forEach(({ entity: other, by = '', columns = [] }, at) => {
      if (other === undefined) return;
      const path = `documents.${name}.blocks[${at}]`;
      const rows = pointing(other, by, path);
      for (const column of rows ? columns : [])
        if (!rows?.byName.has(column)) report('schema.unknownField', `${path}.columns`, { field: column });
    });
  }
}

/** A picker's filter sees the target's fields by name and the referring record's as `record.x`. */
function linkFilters(entity: Entity, byName: ReadonlyMap<string, Entity>, report: Report): Entity {
  const link = (field: Field, path: string): Field => {
    const lines = field.lines?.map((line) => link(line, `${path}.fields.${line.name}`)) ?? null;
    const target = byName.get(field.meta.to ?? '');
    if (!field.meta.filter || !target) return lines ? Object.freeze({ ...field, lines }) : field;
    const scope = { fields: typesOf(target), referrer: typesOf(entity) };
    const filter = expressionOf({ text: field.meta.filter, path: `${path}.filter`, scope, expected: 'bool', report });
    return Object.freeze({ ...field, filter, lines });
  };
  const fields = entity.fields.map((field) => link(field, `fields.${field.name}`));
  if (fields.every((field, at) => field === entity.fields[at])) return entity;
  return freezeDeep({ ...entity, fields, byName: new Map(fields.map((field) => [field.name, field])) });
}

export function typesOf(entity: Entity): Record<string, ExpressionType> {
  const open = entity.fields.filter((field) => field.meta.type !== 'secret');
  return Object.fromEntries(open.map((field) => [field.name, field.type.cel(field.meta)]));
}

function socketsOf(entity: Entity): Catalog['sockets'] {
  const actions = [...entity.actions.values()];
  const at = `${entity.name}: `;
  return [
    ...entity.startEffects.map((socket) => ({ name: socket, kind: 'effect' as const, at: `${at}startEffects` })),
    ...actions.flatMap(({ name, meta }) => [
      ...(meta.effects ?? []).map((socket) => ({ name: socket, kind: 'effect' as const, at: `${at}${name}` })),
      ...(meta.jobs ?? []).map((socket) => ({ name: socket, kind: 'job' as const, at: `${at}${name}` })),
      ...(meta.calls ?? []).map((socket) => ({ name: socket, kind: 'call' as const, at: `${at}${name}` })),
    ]),
    ...entity.fields.flatMap((field) => {
      const socket = /^socket:(.+)$/.exec(field.meta.value ?? '')?.[1];
      return socket ? [{ name: socket, kind: 'value' as const, at: `${at}fields.${field.name}` }] : [];
    }),
  ];
}

/** A 53-bit hash that distinguishes versions. It is not cryptographic. */
function hashText(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  return ((high >>> 0).toString(16) + (low >>> 0).toString(16)).padStart(16, '0');
}
