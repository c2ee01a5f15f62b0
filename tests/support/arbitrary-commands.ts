import fc from 'fast-check';
import type { Command } from '../../engine/core/revise/commands.ts';
import type { FieldMeta } from '../../engine/core/meta/entity.ts';
import type { EntityDocument } from '../../engine/core/revise/document.ts';
import { valueAt, type DocumentPath } from '../../engine/core/revise/edit.ts';
import { arbitraryJson } from './arbitrary-entity.ts';

/** One step before it has met its document: numbers that choose among whatever stands there. */
export interface Pick {
  readonly kind: number;
  readonly part: number;
  readonly to: number;
  readonly value: unknown;
}

export const arbitraryPick: fc.Arbitrary<Pick> = fc.record({
  kind: fc.nat(1_000),
  part: fc.nat(100_000),
  to: fc.nat(100_000),
  value: arbitraryJson,
});

type Make = (document: EntityDocument, pick: Pick) => Command;

/** Kinds of steps that a person takes; most fit most documents, and the rest are refused. */
const makers: readonly Make[] = [
  // Says what stands elsewhere under the same key: another scale, another tone, another column.
  (document, { part, to }) => {
    const way = among(waysOf(document.meta), part);
    const alike = waysOf(document.meta).filter((other) => keyOf(other) === keyOf(way));
    return { do: 'set', at: placeOf(way), value: valueAt(document.meta, among(alike, to)) };
  },
  // An item more of a list, or an item more in the middle of its keys.
  (document, { part, to }) => {
    const way = among(waysOf(document.meta), part);
    const holder = valueAt(document.meta, way.slice(0, -1));
    if (Array.isArray(holder)) {
      const value = among(Object.keys(document.meta.fields), to);
      return { do: 'set', at: `${placeOf(way.slice(0, -1))}[${holder.length}]`, value };
    }
    return {
      do: 'set',
      at: `${placeOf(way.slice(0, -1))}.more${to % 7}`,
      value: valueAt(document.meta, way),
      before: keyOf(way),
    };
  },
  (document, { part, to }) => ({
    ...{ do: 'set', at: `fields.own${to % 9}`, value: among(newFields, to) },
    ...(part % 2 ? { before: among(Object.keys(document.meta.fields), part) } : {}),
  }),
  (document, { part }) => ({ do: 'remove', at: placeOf(among(waysOf(document.meta), part)) }),
  (document, { part, to }) => ({
    ...{ do: 'remove', at: `fields.${among(Object.keys(document.meta.fields), part)}`, letGo: to % 4 > 0 },
  }),
  (document, { part, to }) => {
    const way = among(waysOf(document.meta), part);
    const holder = valueAt(document.meta, way.slice(0, -1));
    const place = Array.isArray(holder) ? to % (holder.length + 1) : among(Object.keys(holder as object), to);
    return { do: 'move', at: placeOf(way), before: to % 5 === 0 ? null : place };
  },
  (document, { part, to }) => ({
    ...{ do: 'rename', at: placeOf(among(namedWays(document), part)), to: `name${to % 9}` },
  }),
  (document, { part, to }) => {
    const sections = Object.keys(document.meta.form ?? {});
    const field = among(Object.keys(document.meta.fields), part);
    const column = to % 3 === 0 ? {} : { column: to % 2 };
    return { do: 'place', in: 'form', field, section: among(sections, to) ?? '', row: to % 4, ...column };
  },
  (document, { part }) => ({ do: 'unplace', in: 'form', field: among(Object.keys(document.meta.fields), part) }),
  (document, { part, to }) => ({
    ...{ do: 'text', culture: among(['en-US', 'zh-CN', 'de'], part) },
    ...{ key: among(['name', 'plural', `fields.${among(Object.keys(document.meta.fields), part)}`, 'help.own'], to) },
    value: to % 5 === 0 ? null : `Word ${to}`,
  }),
  // The same document with one thing more: what the text view sends.
  (document, { to }) => ({
    do: 'replace',
    document: {
      ...document,
      meta: { ...document.meta, fields: { ...document.meta.fields, [`whole${to % 5}`]: among(newFields, to) } },
    },
  }),
];

/** The command that a pick is on this document. It need not be one that the document takes. */
export const commandOf = (document: EntityDocument, pick: Pick): Command => among(makers, pick.kind)(document, pick);

/** A command as a mistaken hand or a script in error sends it: a good one, and what is done to it. */
export interface Mistake {
  readonly pick: Pick;
  readonly bend: (command: Command) => unknown;
}

export const arbitraryMistake: fc.Arbitrary<Mistake> = fc.record({
  pick: arbitraryPick,
  bend: fc.oneof(
    fc.tuple(fc.nat(), arbitraryJson).map(([at, value]) => bentAt(at, value)),
    fc
      .constantFrom('at', 'value', 'do', 'to', 'field', 'key')
      .map((key) => (command: Command) => without(command, key)),
    fc.stringMatching(/^[\w.[\]-]{0,20}$/).map((at) => (command: Command) => ({ ...command, at })),
    arbitraryJson.map((value) => (command: Command) => ({
      do: 'set',
      at: 'at' in command ? command.at : 'path',
      value,
    })),
  ),
});

const bentAt = (at: number, value: unknown) => (command: Command) => ({
  ...command,
  [among(Object.keys(command), at)]: value,
});
const without = (command: Command, key: string): object =>
  Object.fromEntries(Object.entries(command).filter(([name]) => name !== key));

const newFields: readonly FieldMeta[] = [
  { type: 'text', maxLength: 20 },
  { type: 'text', required: true, maxLength: 40 },
  { type: 'decimal', scale: 2 },
  { type: 'integer', min: 0 },
  { type: 'date' },
  { type: 'boolean' },
  { type: 'choice', options: ['low', 'high'] },
  { type: 'lines', fields: { what: { type: 'text', required: true }, worth: { type: 'decimal', scale: 2 } } },
];

/** Every place of a declaration, parts before what is in them. */
function waysOf(value: unknown, above: DocumentPath = []): DocumentPath[] {
  if (typeof value !== 'object' || value === null) return [];
  const steps = Array.isArray(value)
    ? value.map((_, at) => at)
    : Object.keys(value).filter((key) => /^[\w-]+$/.test(key));
  return steps.flatMap((step) => {
    const way = [...above, step];
    return [way, ...waysOf((value as Record<string | number, unknown>)[step], way)];
  });
}

const namedWays = ({ meta }: EntityDocument): DocumentPath[] => [
  ...Object.keys(meta.fields).map((name) => ['fields', name]),
  ...Object.keys(meta.form ?? {}).map((name) => ['form', name]),
  ...Object.keys(meta.list.views ?? {}).map((name) => ['list', 'views', name]),
  ...Object.keys(meta.list.counted ?? {}).map((name) => ['list', 'counted', name]),
  ...Object.keys(meta.workflow?.transitions ?? {}).map((name) => ['workflow', 'transitions', name]),
];

const keyOf = (way: DocumentPath): string => String(way.findLast((step) => typeof step === 'string'));
const placeOf = (way: DocumentPath): string =>
  way.map((step, at) => (typeof step === 'number' ? `[${step}]` : at === 0 ? step : `.${step}`)).join('');

/** One of some, whatever the number; an empty list has none to give, which makes a command that fits nothing. */
const among = <T>(items: readonly T[], at: number): T => items[at % items.length] as T;
