import type { Field } from '../../../core/index.ts';
import type { FieldHost } from '../controls/field-host.tsx';
import type { FormTools } from '../controls/form-tools.tsx';

/** The tools of a form whose fields are the entity's own. */
export function formToolsOf({
  id,
  host,
  run,
  extra = {},
}: {
  id: string;
  host: FieldHost;
  run: Pick<FormTools, 'values' | 'patch' | 'touch' | 'hold'>;
  extra?: {
    fields?: ReadonlyMap<string, Field>;
    label?: (name: string) => string | undefined;
    suggested?: FormTools['suggested'];
    order?: readonly string[];
  };
}): FormTools {
  const { entity, words } = host;
  return {
    id,
    values: run.values,
    patch: run.patch,
    touch: run.touch,
    ...(run.hold ? { hold: run.hold } : {}),
    field: (name) => extra.fields?.get(name) ?? entity.byName.get(name),
    label: (name) => extra.label?.(name) ?? words.field(name),
    help: words.help,
    section: (name) => (name === '' ? '' : words.section(name)),
    ...(extra.suggested ? { suggested: extra.suggested } : {}),
    ...(extra.order ? { order: extra.order } : {}),
    reveals: new Map(),
    panes: new Map(),
  };
}
