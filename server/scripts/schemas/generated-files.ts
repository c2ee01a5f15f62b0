import { languageSchema, type EntityMeta } from '../../../engine/index.ts';
import { recordTypes } from './record-types.ts';

/** What stands in `schemas/generated/`: paths from the project's folder and their texts. */
export function generatedFiles(metas: EntityMeta[]): Record<string, string> {
  return {
    'schemas/generated/entity.schema.json': `${JSON.stringify(languageSchema, null, 2)}\n`,
    'schemas/generated/records.d.ts': recordTypes(metas),
  };
}
