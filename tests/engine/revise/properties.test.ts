import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EntityMeta } from '../../../engine/core/meta/entity.ts';
import { changesBetween } from '../../../engine/core/revise/changes.ts';
import { applyCommands, type Command } from '../../../engine/core/revise/commands.ts';
import type { EntityDocument } from '../../../engine/core/revise/document.ts';
import { applyEdits, type Edit } from '../../../engine/core/revise/edit.ts';
import { applyOverlay, overlayOf } from '../../../engine/core/revise/overlay.ts';
import { loadCatalog } from '../../../server/catalog.ts';
import {
  arbitraryMistake,
  arbitraryPick,
  commandOf,
  type Mistake,
  type Pick,
} from '../../support/arbitrary-commands.ts';
import { projectRoot } from '../../support/entity-files.ts';

/** `npm run test:night` takes more. */
const runs = Number(process.env['SCHEMA_RUNS'] ?? 100);
const long = { numRuns: runs, endOnFailure: runs > 1_000 };
const timeout = 20_000 + runs * 100;

const catalog = loadCatalog(`${projectRoot}/schemas`);
if (!catalog.ok) throw new Error('the catalog has issues');
const documents = catalog.value.entities.map(({ meta }): EntityDocument => ({
  meta,
  texts: { 'en-US': { name: meta.entity, fields: { code: 'Code' } }, 'zh-CN': { name: '名' } },
}));
const document = fc.constantFrom(...documents);
const byte = (value: unknown): string => JSON.stringify(value);

interface Step {
  readonly before: EntityDocument;
  readonly after: EntityDocument;
  readonly edits: readonly Edit[];
  readonly inverse: readonly Edit[];
}

/** The steps that a document took, of those it was asked to take. */
function walk(start: EntityDocument, picks: readonly Pick[]): Step[] {
  const steps: Step[] = [];
  for (const pick of picks) {
    const before = steps.at(-1)?.after ?? start;
    const outcome = applyCommands(before, [commandOf(before, pick)]);
    if (outcome.ok) steps.push({ ...outcome.value, before, after: outcome.value.document });
  }
  return steps;
}

describe('random steps on any delivered entity', () => {
  it(
    'are undone and done again to the byte, each by itself and all of them',
    () => {
      let taken = 0;
      const kinds = new Set<string>();
      const run = (start: EntityDocument, picks: readonly Pick[]) => {
        const steps = walk(start, picks);
        taken += steps.length;
        steps.flatMap(({ edits }) => edits).forEach(({ op }) => kinds.add(op));
        let present = steps.at(-1)?.after ?? start;
        for (const { before, inverse } of steps.toReversed()) {
          present = applyEdits(present, inverse).document;
          expect(byte(present)).toBe(byte(before));
        }
        for (const { after, edits } of steps) {
          present = applyEdits(present, edits).document;
          expect(byte(present)).toBe(byte(after));
        }
      };
      fc.assert(fc.property(document, fc.array(arbitraryPick, { minLength: 4, maxLength: 16 }), run), long);
      // Or the walk would have stood still.
      expect(taken).toBeGreaterThan(runs);
      expect([...kinds].toSorted()).toEqual(['arrange', 'cut', 'drop', 'insert', 'put']);
    },
    timeout,
  );

  it(
    'leave the document that they began with as it was',
    () => {
      fc.assert(
        fc.property(document, fc.array(arbitraryPick, { minLength: 1, maxLength: 6 }), (start, picks) => {
          const before = byte(start);
          walk(start, picks);
          expect(byte(start)).toBe(before);
        }),
        long,
      );
    },
    timeout,
  );

  it(
    'are an overlay that says them again',
    () => {
      fc.assert(
        fc.property(document, fc.array(arbitraryPick, { minLength: 1, maxLength: 8 }), (start, picks) => {
          const mine = walk(start, picks).at(-1)?.after ?? start;
          const again = applyOverlay(start, overlayOf(start, mine));
          expect(again.conflicts).toEqual([]);
          expect(changesBetween(mine, again.document)).toEqual([]);
        }),
        long,
      );
    },
    timeout,
  );
});

describe('another order of keys', () => {
  it('is no change, wherever an order says nothing', () => {
    fc.assert(
      fc.property(document, fc.infiniteStream(fc.nat(1_000)), (start, numbers) => {
        const next = () => Number(numbers.next().value);
        const other = {
          meta: shuffled(start.meta, [], next) as EntityMeta,
          texts: shuffled(start.texts, ['texts'], next) as EntityDocument['texts'],
        };
        expect(changesBetween(start, other)).toEqual([]);
      }),
      long,
    );
  });
});

/** Where the order of keys is the order of fields, sections, states: these stand as they are. */
const ordered =
  /^(fields|fields\/[^/]+\/fields|list\/(views|counted)|form|detail\/sections|workflow\/(states|transitions)|actions|access|tests|.*\/(input|set|prefill))$/;

function shuffled(value: unknown, way: readonly string[], next: () => number): unknown {
  if (Array.isArray(value)) return value.map((item, at) => shuffled(item, [...way, String(at)], next));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, shuffled(inner, [...way, key], next)] as const);
  const placed = ordered.test(way.join('/'))
    ? entries
    : entries
        .map((entry) => ({ entry, at: next() }))
        .toSorted((one, other) => one.at - other.at)
        .map(({ entry }) => entry);
  return Object.fromEntries(placed);
}

describe('random commands of a mistaken hand', () => {
  it(
    'are refused with reasons, never with a fault, and leave the document as it was',
    () => {
      const refusals = new Set<string>();
      let refused = 0;
      const run = (start: EntityDocument, { pick, bend }: Mistake, after: Pick) => {
        const before = byte(start);
        // What a mistake leaves behind must not be the undoing of a good command after it.
        const mistake = bend(commandOf(start, pick)) as Command;
        const outcome = applyCommands(start, [mistake, commandOf(start, after)]);
        expect(byte(start)).toBe(before);
        if (outcome.ok) return;
        refused += 1;
        outcome.issues.forEach(({ code }) => refusals.add(code));
      };
      fc.assert(fc.property(document, arbitraryMistake, arbitraryPick, run), { ...long, numRuns: runs * 3 });
      expect(refused).toBeGreaterThan(runs);
      expect(refusals.size).toBeGreaterThan(8);
    },
    timeout,
  );
});
