import { useCallback, useId, useMemo } from 'react';
import { useFieldHostOf } from '../controllers/use-field-host.ts';
import { useFormState, type LoadedForm } from '../controllers/use-form.ts';
import { useLeaveGuard } from '../controllers/use-leave-guard.ts';
import { useViewer } from '../data/viewer.ts';
import { compileForm, plainSections } from '../fields/form/compile-form.ts';
import { formToolsOf } from '../fields/form/form-tools-of.ts';

/**
 * What a drawn form needs: its state, the host of its fields, its layout and its tools; leaving it with unsaved input
 * asks first. `host` and `tools` are null until the entity is loaded.
 */
export function useFormParts(
  { ready, controller }: Pick<Extract<LoadedForm, { state: 'ready' }>, 'ready' | 'controller'>,
  isNew: boolean,
) {
  const { entity } = ready;
  const id = useId().replace(/[^\w-]/g, '');
  const host = useFieldHostOf(ready);
  const state = useFormState(controller);
  const { member } = useViewer();
  // Read at the moment of leaving: right after a save the screen has not been drawn again yet.
  const isDirty = useCallback(() => controller.store.getState().dirty, [controller]);
  useLeaveGuard(isDirty, state.dirty);
  const sections = useMemo(
    () => entity.meta.form ?? plainSections(controller.typed.map(({ name }) => name)),
    [controller, entity],
  );
  const schema = useMemo(() => {
    const known = isNew ? controller.typed : entity.fields.filter((field) => !field.system);
    // What a member makes is always their own company's: there is nothing to choose.
    const shown = member ? known.filter(({ name }) => name !== entity.owner) : known;
    return compileForm(sections, new Map(shown.map((field) => [field.name, field])), entity.meta.formLayout);
  }, [controller, entity, isNew, member, sections]);
  const tools = useMemo(
    () => (host ? formToolsOf({ id, host, run: controller, extra: { order: Object.values(sections).flat(2) } }) : null),
    [id, host, controller, sections],
  );
  return { host, state, schema, tools };
}
