import type { GeneralField } from '@formily/core';
import type { Issue } from '../../../core/index.ts';

/** The issues that the controller has laid on this field of the form engine. */
export function issuesOf(field: GeneralField): readonly (Issue & { message?: string })[] {
  const data: unknown = field.data;
  return typeof data === 'object' && data !== null && 'issues' in data && Array.isArray(data.issues) ? data.issues : [];
}
