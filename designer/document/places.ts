import { valueAt, documentPathOf, type Command, type SchemaDocument } from '../../engine/core/index.ts';
import type { LintIssue } from './api.ts';

/** The value at a path of the declaration (`fields.weight`, `form.basic`), or undefined. */
export function at(document: SchemaDocument, place: string): unknown {
  const way = documentPathOf(place);
  return way ? valueAt(document, way) : undefined;
}

/** The places that still are there after the commands, renamed ones under their new names. */
export function placesAfter(
  places: readonly string[],
  commands: readonly Command[],
  document: SchemaDocument,
): readonly string[] {
  const moved = places.map((place) => commands.reduce(renamed, place));
  const remaining = moved.filter((place) => at(document, place) !== undefined);
  return remaining.length === places.length && remaining.every((place, index) => place === places[index])
    ? places
    : remaining;
}

function renamed(place: string, command: Command): string {
  if (command.do !== 'rename') return place;
  const holder = command.at.slice(0, command.at.lastIndexOf('.') + 1);
  return place === command.at || place.startsWith(`${command.at}.`)
    ? `${holder}${command.to}${place.slice(command.at.length)}`
    : place;
}

const failed = new WeakMap<readonly LintIssue[], ReadonlySet<string>>();

/** The fields and sections with problems; hints do not count. */
export function failedPlaces(issues: readonly LintIssue[]): ReadonlySet<string> {
  const known = failed.get(issues);
  if (known) return known;
  const places = issues
    .filter(({ severity }) => severity !== 'hint')
    .flatMap(({ path }) => /^fields\.\w+|^(?:form|detail\.sections)\.\w+/.exec(path)?.[0] ?? []);
  const found = new Set(places);
  failed.set(issues, found);
  return found;
}
