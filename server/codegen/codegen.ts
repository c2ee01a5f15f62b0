import { join } from 'node:path';
import type { Pool } from 'pg';
import { printEntity, type Catalog, type Entity } from '../../engine/core/index.ts';
import { entityFolders, loadSamples } from '../catalog.ts';
import { entityPaths, entitySchemas } from '../operations/openapi/open-api-entity.ts';
import { recordTypes } from './record-types.ts';
import { planTables } from '../store/plan.ts';
import { tablesOf } from '../store/tables.ts';
import type { Culture, Texts } from '../texts.ts';

/** What is generated from one schema, each as text to copy. */
export interface GeneratedArtifacts {
  schema: string;
  types: string;
  openApi: string;
  sql: string;
  sample: string;
}

/** Generates types, OpenAPI and SQL for an entity; tenant-independent. */
export type Codegen = (entity: Entity, culture: Culture) => Promise<GeneratedArtifacts>;

export function createCodegen(on: { catalog: Catalog; texts: Texts; root: string }): Codegen {
  const folders = new Map(entityFolders(join(on.root, 'schemas')).map((folder) => [folder.name, folder]));
  // An empty database: the plan then contains every statement.
  const nothing = { query: async () => ({ rows: [] }) } as unknown as Pool;
  return async (entity, culture) => {
    const folder = folders.get(entity.name);
    const [sample] = folder ? loadSamples(folder) : [];
    const { $id: _name, ...record } = sample ?? {};
    const tables = tablesOf(on.catalog).filter(
      ({ name }) => name === entity.table || name.startsWith(`${entity.table}__`),
    );
    const openApi = {
      paths: entityPaths(entity, { texts: on.texts, culture, hasReader: false }),
      components: { schemas: entitySchemas(entity, on.catalog, on.texts, culture) },
    };
    return {
      schema: printEntity(entity.meta),
      types: recordTypes([entity.meta]),
      openApi: `${JSON.stringify(openApi, null, 2)}\n`,
      sql: `${(await planTables(nothing, tables)).map((statement) => `${statement};`).join('\n\n')}\n`,
      sample: `${JSON.stringify(record, null, 2)}\n`,
    };
  };
}
