import type { Field } from '../../../core/index.ts';
import type { EntityAnswer } from '../../data/data-client.ts';

/**
 * The entity whose records a person picks for this field; null for a field that is typed, such as a code of records that
 * the person may not read.
 */
export function picksFrom({ meta }: Field, refs: EntityAnswer['refs']): string | null {
  if (meta.type === 'reference') return meta.to ?? null;
  return meta.codeOf && refs[meta.codeOf]?.readable ? meta.codeOf : null;
}
