import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { printEntity, type EntityMeta } from '../../engine/core/index.ts';
import generate from './generate.ts';
import { readEntityFiles } from './schemas/entity-files.ts';
import { addMenuItem } from './schemas/menu-file.ts';

/** `npm run new:entity -- <area>/<entity>`: creates a folder with a minimal entity. */
export default async function newEntity(args: string[]): Promise<number> {
  const [, area, entity] = /^([a-z][a-z0-9-]*)\/([a-z][a-z0-9]*(?:-[a-z0-9]+)*)$/.exec(args[0] ?? '') ?? [];
  if (!area || !entity) return refuse(usage);
  if (reserved.includes(area)) return refuse(`"${area}" holds no entities; choose another area.`);
  const existing = readEntityFiles().find((file) => file.entity === entity);
  if (existing) return refuse(`There is an entity "${entity}" already: ${existing.path}`);
  const menu = 'schemas/menus/business.json';

  const folder = `schemas/${area}/${entity}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/${entity}.json`, printEntity(metaOf(entity)));
  writeFileSync(`${folder}/samples.json`, `[{ "$id": "first", "name": "${title(entity)} 1" }]\n`);
  for (const culture of readdirSync('locales')) writeTexts(culture, entity);
  writeFileSync(menu, await addMenuItem(readFileSync(menu, 'utf8'), area, entity));
  generate();

  console.log(`Made ${folder}/${entity}.json with one field, a sample, words in both languages and a line in ${menu}.

1. Write down its fields, list, form, workflow and access in ${folder}/${entity}.json (schemas/README.md has the language).
2. Give every field, state, action and section its words in locales/*/entities/${entity}.json.
3. Put 5 to 10 records into ${folder}/samples.json, at least one per state.
4. npm run schemas:print && npm run generate && npm test, then npm start: table, endpoints and screens are there.`);
  return 0;
}

const usage = `Usage: npm run new:entity -- <area>/<entity>, both in-kebab-case, for example returns/claim.`;

/** Folders of `schemas/` that are not areas. */
const reserved = ['screens', 'menus', 'dictionaries', 'generated'];

function refuse(reason: string): number {
  console.error(reason);
  return 1;
}

const words = (entity: string): string => entity.replaceAll('-', ' ');
const title = (entity: string): string => words(entity).replace(/^./, (letter) => letter.toUpperCase());

const metaOf = (entity: string): EntityMeta => ({
  entity,
  path: words(entity).replace(/(^| )(.)/g, (_, __, letter: string) => letter.toUpperCase()),
  title: 'name',
  fields: { name: { type: 'text', required: true, maxLength: 60 } },
  list: { columns: ['name', 'createdAt', 'createdBy'], search: ['name'], sort: '-createdAt' },
  form: { basic: [['name']] },
  access: { clerk: { codes: ['read'] } },
});

function writeTexts(culture: string, entity: string): void {
  const folder = `locales/${culture}/entities`;
  const file = `${folder}/${entity}.json`;
  if (existsSync(file)) return;
  const texts = {
    name: title(entity),
    plural: `${title(entity)}s`,
    fields: { name: borrowed(folder, 'fields', 'name') },
    sections: { basic: borrowed(folder, 'sections', 'basic') },
  };
  writeFileSync(file, `${JSON.stringify(texts, null, 2)}\n`);
}

/** The label that most other entities use for the same key. */
function borrowed(folder: string, group: string, key: string): string {
  const votes = new Map<string, number>();
  for (const file of readdirSync(folder)) {
    const texts = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Record<
      string,
      Record<string, string> | undefined
    >;
    const word = texts[group]?.[key];
    if (word) votes.set(word, (votes.get(word) ?? 0) + 1);
  }
  return [...votes].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? key;
}
