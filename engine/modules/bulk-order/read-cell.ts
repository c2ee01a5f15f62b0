import { issue, stateCode, type Issue, type ValueContext } from '../../core/index.ts';
import type { SheetColumn } from './columns.ts';
import { measureOf } from './headings.ts';
import { inSystem, type System } from './units.ts';
import vocabulary from './vocabulary.json';

/** A channel of the customer with what is offered on it, and what rules ask of them. */
export interface ChannelFacts {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly carrierCode: string | null;
  readonly status: string | null;
  readonly shipFromMode: string | null;
  readonly services: readonly ServiceFacts[];
  readonly shipFroms: readonly PlaceFacts[];
}

export interface ServiceFacts {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly shipToType: string | null;
  readonly status: string | null;
}

export interface PlaceFacts {
  readonly id: string;
  readonly name: string;
  readonly status: string | null;
}

/** What a text is read with. */
export interface Reading {
  readonly context: ValueContext;
  /** The word of a choice in the reader's language. */
  option(field: string, value: string): string;
  readonly channels: readonly ChannelFacts[];
  /** Named rules that take a service themselves. */
  readonly rules?: readonly Named[];
}

/** A cell that was understood: its value, and how it stands there. */
export type Read =
  | { readonly ok: true; readonly value: unknown; readonly shown: string }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** What the other cells of the same order say and this one depends on. */
export interface Around {
  readonly channel: ChannelFacts | null;
  readonly country: string | null;
  /** Units of the order's measures. */
  readonly system: System;
}

/** Everything that a cell is read with. */
interface Beside {
  readonly reading: Reading;
  readonly around: Around;
}

export function readCell(column: SheetColumn, text: string, { reading, around }: Beside): Read {
  if (text === '') return { ok: true, value: null, shown: '' };
  switch (column.kind) {
    case 'choice':
      return readChoice(column, text, reading);
    case 'reference':
      return readReference(text, namesOf(column, reading, around));
    case 'country':
      return typed(column, countryCode(text), reading);
    case 'state':
      return typed(column, hasStates(around.country) ? (stateCode(text) ?? text) : text, reading);
    case 'postalCode':
      return typed(column, text.normalize('NFKC').toUpperCase(), reading);
    default:
      return typed(column, column.numeric ? figure(column, text, around) : plainSigns(column, text), reading);
  }
}

export const hasStates = (country: string | null): boolean => country === null || ['US', 'CA', 'PR'].includes(country);

function typed({ field }: SheetColumn, text: string, { context }: Reading): Read {
  const read = field.type.fromText(text, field.meta, context);
  if (!read.ok) return read;
  const value = read.value ?? null;
  return { ok: true, value, shown: value === null ? '' : typeof value === 'string' ? value : text };
}

/** What has no letters of its own, as Chinese keyboards write it: wide digits and marks, a date with its words. */
const plainSigns = ({ field: { meta } }: SheetColumn, text: string): string =>
  ['phone', 'email', 'date'].includes(meta.type)
    ? text
        .normalize('NFKC')
        .replace(/^(\d{4})\p{Script=Han}(\d{1,2})\p{Script=Han}(\d{1,2})\p{Script=Han}$/u, '$1-$2-$3')
    : text;

/** A figure without the marks that spreadsheets put around it, and in the units of the order. */
function figure({ id, field }: SheetColumn, text: string, { system }: Around): string {
  const measure = measureOf(id);
  const own = measure ? inSystem(text, measure, { system, scale: Number(field.meta.scale ?? 4) }) : text;
  return own
    .normalize('NFKC')
    .replace(/^[$¥€£]\s*/, '')
    .replace(/(?<=\d),(?=\d{3}(?:\D|$))/g, '')
    .trim();
}

const byCountryName = new Map(
  Object.entries(vocabulary.countries).flatMap(([code, names]) => names.map((name) => [name, code] as const)),
);
export const countryCode = (text: string): string => {
  const name = text.normalize('NFKC').trim();
  return byCountryName.get(name.toLowerCase()) ?? name.toUpperCase();
};

const aliases: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  ...vocabulary.choices,
  signatureOption: vocabulary.choices.signature,
};

/** The options of a choice, each with its word. */
export const optionsOf = (column: SheetColumn, reading: Reading): { value: string; label: string }[] =>
  (column.field.meta.options ?? []).map((value) => ({ value, label: reading.option(column.field.name, value) }));

function readChoice(column: SheetColumn, text: string, reading: Reading): Read {
  const options = optionsOf(column, reading);
  const asked = plain(text);
  const exact = options.find(({ value, label }) => plain(value) === asked || plain(label) === asked);
  const alias = Object.entries(aliases[column.field.name] ?? {}).find(([, words]) => words.includes(asked))?.[0];
  const begins = options.filter(({ label }) => plain(label).startsWith(asked));
  const found = exact ?? options.find(({ value }) => value === alias) ?? (begins.length === 1 ? begins[0] : undefined);
  if (found) return { ok: true, value: found.value, shown: found.label };
  return { ok: false, issues: [issue('choice.unknown', '', { value: text.slice(0, 40) })] };
}

/** What may stand in a cell that names a record. */
export function namesOf(
  column: SheetColumn,
  { channels, rules = [] }: Reading,
  { channel }: Pick<Around, 'channel'>,
): readonly Named[] {
  if (column.id === 'channel') return channels;
  if (column.id === 'rateRule') return rules;
  const from = channel ? [channel] : channels;
  if (column.id === 'service') return from.flatMap(({ services }) => services);
  if (column.id === 'shipFrom') return from.flatMap(({ shipFroms }) => shipFroms);
  return [];
}

/** Spaces of every kind are one: a cell keeps plain ones alone. */
const plain = (text: string): string => text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();

export interface Named {
  readonly id: string;
  readonly name: string;
  readonly code?: string;
}

function readReference(text: string, names: readonly Named[]): Read {
  const asked = plain(text);
  const exact = names.filter(
    ({ name, code }) => plain(name) === asked || (code !== undefined && plain(code) === asked),
  );
  const found = exact.length > 0 ? exact : names.filter(({ name }) => plain(name).startsWith(asked));
  const [one] = found;
  if (one && found.length === 1) return { ok: true, value: one.id, shown: one.name };
  const code = found.length > 1 ? 'sheet.severalNames' : 'sheet.noName';
  return { ok: false, issues: [issue(code, '', { value: text.slice(0, 40) })] };
}
