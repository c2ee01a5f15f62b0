import type { Field } from '../../index.ts';
import type { FieldHost } from './field-host.tsx';
import type { FormTools } from './form-tools.tsx';

/** The tools of a form whose fields are the entity's own. */
export function formToolsOf(
  id: string,
  host: FieldHost,
  run: Pick<FormTools, 'values' | 'patch' | 'touch'>,
  extra: {
    fields?: ReadonlyMap<string, Field>;
    label?: (name: string) => string | undefined;
    suggested?: FormTools['suggested'];
  } = {},
): FormTools {
  const { entity, words } = host;
  return {
    id,
    ...run,
    field: (name) => extra.fields?.get(name) ?? entity.byName.get(name),
    label: (name) => extra.label?.(name) ?? words.field(name),
    help: words.help,
    section: (name) => (name === '' ? '' : words.section(name)),
    ...(extra.suggested ? { suggested: extra.suggested } : {}),
    reveals: new Map(),
    panes: new Map(),
  };
}
